import { param } from '@xueheng/contract/domains/system/param.ts'
import { refuse } from '../../platform/error.ts'
import { type EntityHooks, hook } from '../../platform/module.ts'
import { INIT_PASSWORD_KEY } from './init-password.ts'

/** Parameters without which something would stop working; the others have a value of their own when missing. */
export function paramHooks(): EntityHooks {
  return hook(param, {
    async beforeSave(_ctx, row, before) {
      const isRenamed = row.paramKey !== undefined && row.paramKey !== before?.paramKey
      if (before?.paramKey === INIT_PASSWORD_KEY && isRenamed) throw refuse('初始密码的键名不可修改')
    },
    async beforeRemove(_ctx, rows) {
      if (rows.some((row) => row.paramKey === INIT_PASSWORD_KEY)) throw refuse('新建账号要用初始密码，不能删除')
    },
  })
}
