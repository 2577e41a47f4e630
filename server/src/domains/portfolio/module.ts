import { portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import { teacherPortfolio } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import { sql } from 'kysely'
import type { AccessRule } from '../../platform/access/rules.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { type EntityHooks, type Module, defineModule, hook } from '../../platform/module.ts'
import { requireState } from '../../platform/states.ts'
import { certificateHandler, certificateJob } from './certificate.ts'
import { type PortfolioDeps, portfolioHandlers } from './handlers.ts'
import { withLinks } from './pictures.ts'
import { type PortfolioReview, startPortfolioReview } from './review.ts'
import { checkEntry, entryState } from './rules.ts'

/** Teachers see their own entries; staff those of their schools and areas. */
const portfolioAccess: AccessRule = {
  entity: teacherPortfolio,
  limit: ({ user, scope }) => (scope.level === 'class' ? sql`teacher_id = ${user.id}` : undefined),
}

function portfolioHooks(masterKey: Buffer, review: PortfolioReview): EntityHooks {
  return hook(teacherPortfolio, {
    beforeSave: (ctx, row, before) => checkEntry(ctx, row, before),
    async beforeRemove(ctx, rows) {
      for (const row of rows) await requireState(ctx, portfolioStates, entryState(row.id), 'remove')
    },
    async around(ctx, input, work, action) {
      const result = action === 'submit' ? await review.submit(ctx, input, work) : await work(ctx)
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

/** Certificates, titles and awards of teachers: filled in, audited by school and bureau, counted. */
export function portfolioModule(deps: PortfolioDeps): Module {
  const { masterKey } = deps.config
  const review = startPortfolioReview(masterKey)
  return defineModule({
    name: 'portfolio',
    handlers: [...portfolioHandlers(deps), ...review.handlers, certificateHandler],
    hooks: [portfolioHooks(masterKey, review)],
    access: [portfolioAccess],
    jobs: [certificateJob],
  })
}
