import type { CrudAction } from '@xueheng/contract/derive/crud-calls.ts'
import { changesRows } from '@xueheng/contract/derive/crud-calls.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Query } from '../../platform/rows/read.ts'
import { familyQuery, listedAppid } from './account.ts'

type Work = (ctx: Ctx, input?: Query) => Promise<unknown>

/** Lists and workbooks of rows that belong to one account show those of the chosen one. */
export async function withinAccount(ctx: Ctx, input: Query, work: Work, action: CrudAction): Promise<unknown> {
  const { appid, ...rest } = input
  if (action !== 'list' && action !== 'export') return work(ctx, changesRows(action) ? familyRow(input) : input)
  return work(ctx, {
    ...familyQuery(rest),
    appid_equal: await listedAppid(ctx, appid),
  })
}

/** Older clients of this family say `status` of what is enabled, in true and false, and `desc` of a remark. */
export function familyRow(input: Query): Query {
  const { status, desc, ...rest } = input
  return {
    ...rest,
    ...(typeof status === 'boolean' && { isEnabled: status ? 1 : 0 }),
    ...(typeof desc === 'string' && rest['remark'] === undefined && { remark: desc }),
  }
}
