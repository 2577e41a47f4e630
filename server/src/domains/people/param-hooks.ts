import { param } from '@xueheng/contract/domains/settings/param.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault, refuse } from '../../platform/error.ts'
import { DEMO_MARK, readParameter } from '../../platform/settings.ts'
import { type EntityHooks, hook } from '../../platform/module.ts'
import { INIT_PASSWORD_KEY, isFixed } from '../credentials/index.ts'
import { assertWholeTenant } from '../../platform/access/rights.ts'
import { assertAboveAll } from '../rights/index.ts'

/** Parameters that decide with what accounts begin, whoever they are for. */
const OF_ACCOUNTS = /^(account|tenant\.default)\./

/** Parameters hold for the whole tenant, and some are worth every account of it; others something would not work without. */
export function paramHooks(): EntityHooks {
  return hook(param, {
    async beforeSave(ctx, row, before) {
      if (row.paramKey === DEMO_MARK) throw fault('paramKey', '该参数名由系统保留')
      await assertMayChange(ctx, [row.paramKey, before?.paramKey])
      const isRenamed = row.paramKey !== undefined && row.paramKey !== before?.paramKey
      if (before?.paramKey === INIT_PASSWORD_KEY && isRenamed) throw refuse('初始密码的键名不可修改')
      const { paramKey = '', paramValue = '' } = { ...before, ...row }
      row.paramValue = await readParameter(ctx, paramKey, paramValue)
    },
    async beforeRemove(ctx, rows) {
      await assertMayChange(
        ctx,
        rows.map((row) => row.paramKey),
      )
      const isWanted = rows.some((row) => row.paramKey === INIT_PASSWORD_KEY) && (await isFixed(ctx.db))
      if (isWanted) throw refuse('新建账号要用初始密码，不能删除')
    },
    afterRestore: (ctx, rows) =>
      assertMayChange(
        ctx,
        rows.map((row) => row.paramKey),
      ),
  })
}

async function assertMayChange(ctx: Ctx, keys: (string | undefined)[]): Promise<void> {
  assertWholeTenant(ctx, '系统参数')
  const [first] = keys.filter((key) => key !== undefined && OF_ACCOUNTS.test(key))
  if (first) await assertAboveAll(ctx, `参数「${first}」`)
}
