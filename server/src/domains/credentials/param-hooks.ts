import { param } from '@xueheng/contract/domains/settings/param.ts'
import { AppError, refuse } from '../../platform/error.ts'
import { type EntityHooks, hook } from '../../platform/module.ts'
import { INIT_MODES, INIT_MODE_KEY, INIT_PASSWORD_KEY, isFixed } from './first-password.ts'

/** Parameters without which something would stop working; the others have a value of their own when missing. */
export function paramHooks(): EntityHooks {
  return hook(param, {
    async beforeSave(_ctx, row, before) {
      const isRenamed = row.paramKey !== undefined && row.paramKey !== before?.paramKey
      if (before?.paramKey === INIT_PASSWORD_KEY && isRenamed) throw refuse('初始密码的键名不可修改')
      assertMode(row.paramKey ?? before?.paramKey, row.paramValue)
    },
    async beforeRemove(ctx, rows) {
      const isWanted = rows.some((row) => row.paramKey === INIT_PASSWORD_KEY) && (await isFixed(ctx.db))
      if (isWanted) throw refuse('新建账号要用初始密码，不能删除')
    },
  })
}

function assertMode(key: unknown, value: unknown): void {
  if (key !== INIT_MODE_KEY || value === undefined || INIT_MODES.includes(String(value))) return
  const message = '首次密码的发放方式只能是 random 或 fixed'
  throw new AppError('request.invalid', { message }, [{ field: 'paramValue', message }])
}
