import { portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import { teacherPortfolio } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import { canDo } from '@xueheng/contract/kit/states.ts'
import { sql } from 'kysely'
import { findRow, textOf } from '../../platform/rows/read.ts'
import type { AccessRule } from '../../platform/access/rules.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError } from '../../platform/error.ts'
import { type EntityHooks, type Module, defineModule, hook } from '../../platform/module.ts'
import { actionTo, requireState, wantedState } from '../../platform/states.ts'
import { act } from './audit.ts'
import { type PortfolioDeps, portfolioHandlers } from './handlers.ts'
import { withLinks } from './pictures.ts'
import { type Entry, checkEntry, entryState } from './rules.ts'

/** Teachers see their own entries; staff those of their schools and areas. */
const portfolioAccess: AccessRule = {
  entity: teacherPortfolio,
  limit: ({ user, scope }) => (scope.level === 'class' ? sql`teacher_id = ${user.id}` : undefined),
}

function portfolioHooks(masterKey: Buffer): EntityHooks {
  return hook(teacherPortfolio, {
    beforeSave: (ctx, row, before) => checkEntry(ctx, row, before),
    async beforeRemove(ctx, rows) {
      for (const row of rows) await requireState(ctx, portfolioStates, entryState(row.id), 'remove')
    },
    async around(ctx, input, work, action) {
      const result = action === 'submit' ? await submit(ctx, input, work) : await work(ctx)
      return linked(masterKey, ctx, result)
    },
  })
}

/** A list has its rows in `records`. */
function linked(masterKey: Buffer, ctx: Ctx, result: unknown): unknown {
  if (typeof result !== 'object' || result === null) return result
  if (!('records' in result) || !Array.isArray(result.records)) return withLinks(masterKey, ctx, result)
  return { ...result, records: result.records.map((row: unknown) => withLinks(masterKey, ctx, row)) }
}

/** A body that names another state asks for the step that leads there; what else it says is kept first, where it may be. */
async function submit(
  ctx: Ctx,
  input: Record<string, unknown>,
  work: (ctx: Ctx) => Promise<unknown>,
): Promise<unknown> {
  const wanted = wantedState(portfolioStates, '审核状态', input['auditStatus'])
  const before = input['id'] ? await findRow(teacherPortfolio, ctx, textOf(input['id'])) : undefined
  const now = before ? Number(before['auditStatus']) : portfolioStates.states.draft.value
  if (wanted === undefined || wanted === now) return work(ctx)
  const isOpen = !before || canDo(portfolioStates, 'edit', now)
  const seen = textOf(input['updateTime'])
  if (!isOpen && seen !== '' && seen !== before['updateTime']) throw new AppError('row.stale')
  const row = (isOpen ? await work(ctx) : before) as unknown as Entry
  const opinion = textOf(input['auditOpinion']) || textOf(input['rejectReason'])
  await act(ctx, row, actionTo(portfolioStates, now, wanted), opinion)
  return findRow(teacherPortfolio, ctx, row.id)
}

/** Certificates, titles and awards of teachers: filled in, audited by school and bureau, counted. */
export function portfolioModule(deps: PortfolioDeps): Module {
  return defineModule({
    name: 'portfolio',
    handlers: portfolioHandlers(deps),
    hooks: [portfolioHooks(deps.config.masterKey)],
    access: [portfolioAccess],
  })
}
