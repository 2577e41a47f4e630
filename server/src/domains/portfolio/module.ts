import { portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import { teacherPortfolio } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import { sql } from 'kysely'
import type { AccessRule } from '../../platform/access/rules.ts'
import { type EntityHooks, type Module, defineModule, hook } from '../../platform/module.ts'
import { requireState } from '../../platform/states.ts'
import { certificateHandler, certificateJob } from './certificate.ts'
import { type PortfolioDeps, portfolioHandlers } from './handlers.ts'
import { linkedAnswer } from '../resource/index.ts'
import { CERTIFICATES } from './pictures.ts'
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
    around: (ctx, input, work, action) => (action === 'submit' ? review.submit(ctx, input, work) : work(ctx)),
    present: (ctx, answer) => linkedAnswer(masterKey, ctx, CERTIFICATES.name, answer),
  })
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
