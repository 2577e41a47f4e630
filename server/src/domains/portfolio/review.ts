import { kindOf } from '@xueheng/contract/domains/portfolio/portfolio-kinds.ts'
import { portfolioReview } from '@xueheng/contract/domains/portfolio/portfolio-review.ts'
import { type PortfolioAction, portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import { teacherPortfolio } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import { type RunningReview, runReview } from '../../platform/review/review.ts'
import { flagSetting } from '../../platform/settings.ts'
import { reviewNotifier } from '../notices/index.ts'
import { withLinks } from '../resource/index.ts'
import { CERTIFICATES } from './pictures.ts'
import { type Entry, assertOnce } from './rules.ts'

const everyEntry = every(teacherPortfolio, 'a change replaces the entry it was made from, whoever passes it')

/** 0: what a school passes is valid at once. */
const SECOND_AUDIT = 'portfolio.secondAudit'

export type PortfolioReview = RunningReview<typeof teacherPortfolio.fields, PortfolioAction>

/** The way of an entry: what only the portfolio knows about its review. */
export function startPortfolioReview(masterKey: Buffer): PortfolioReview {
  const running: PortfolioReview = runReview(
    portfolioReview,
    {
      chooseAction,
      async beforeDecide(ctx, entry, action) {
        if (action === 'submit') await assertOnce(ctx, entry)
      },
      async afterDecide(ctx, entry, _action, state) {
        const old = state === portfolioStates.states.passed.value ? await findReplaced(ctx, entry) : undefined
        if (old) await running.move(ctx, old, 'archive', '变更已通过')
      },
      nameRow: (entry) =>
        [kindOf(entry.portfolioType, entry.portfolioChildType)?.title, entry.certName].filter(Boolean).join('：'),
      present: (ctx, entry) => withLinks(masterKey, ctx, CERTIFICATES.name, entry),
    },
    reviewNotifier,
  )
  return running
}

/** Where the bureau does not look a second time, the school's word is the last. */
async function chooseAction(ctx: Ctx, _entry: Entry, wanted: PortfolioAction): Promise<PortfolioAction> {
  const isLast = !(await flagSetting(ctx.db, SECOND_AUDIT))
  if (wanted === 'passFinally' && !isLast) throw refuse('学校审核后还需教育局审核')
  return isLast ? 'passFinally' : 'passSchool'
}

/** The valid entry that a change which has passed takes the place of. */
async function findReplaced(ctx: Ctx, { previousId }: Entry): Promise<Entry | undefined> {
  if (!previousId) return undefined
  const found = await sql<Entry>`select * from ${everyEntry} where id = ${previousId} and is_deleted = 0
    and audit_status = ${portfolioStates.states.passed.value} for update`.execute(ctx.db)
  return found.rows[0]
}
