import * as rights from '@xueheng/contract/domains/rights/rights.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError } from '../../platform/error.ts'
import type { Sessions } from '../../platform/http/session.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { compareRoles } from './roles/compare-roles.ts'
import { askableEntities, findRows, viewersOfRow } from './row-rights.ts'
import { rightsOfUser } from './user-rights.ts'
import { leaveView, startView } from './view-as.ts'

/** Who sees what, and looking at the product as somebody else: for those who see the whole tenant themselves. */
export function rightsHandlers({ sessions }: { sessions: Sessions }): Implementation[] {
  return [
    implement(rights.rightsOfUser, (ctx, { userId }) => asWhole(ctx, () => rightsOfUser(ctx, userId))),
    implement(rights.rightsEntities, (ctx) => asWhole(ctx, async () => askableEntities())),
    implement(rights.rightsRows, (ctx, { entity, keyword }) =>
      asWhole(ctx, () => findRows(ctx, entity, keyword ?? '')),
    ),
    implement(rights.rightsOfRow, (ctx, input) => asWhole(ctx, () => viewersOfRow(ctx, input))),
    implement(rights.rightsCompare, (ctx, { left, right }) => asWhole(ctx, () => compareRoles(ctx, left, right))),
    implement(rights.viewAsStart, (ctx, { userId }, { request }) =>
      startView(sessions, ctx, userId, { ip: request.ip, agent: request.headers['user-agent'] ?? '' }),
    ),
    implement(rights.viewAsEnd, (ctx) => leaveView(sessions, ctx)),
  ]
}

function asWhole<T>(ctx: Ctx, work: () => Promise<T>): Promise<T> {
  if (!ctx.user.isAdministrator && ctx.scope.level !== 'all') throw new AppError('access.refused')
  return work()
}
