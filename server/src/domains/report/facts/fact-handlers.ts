import * as facts from '@xueheng/contract/domains/report/score-facts.ts'
import { refuse } from '../../../platform/error.ts'
import { implement, type Implementation } from '../../../platform/module.ts'
import { applyForCorrection } from '../../exam/index.ts'
import type { Library } from '../library.ts'
import { courseFacts, findFact, listFacts, studentFacts } from './list-facts.ts'

/** 学生总成绩 and 学生单科成绩: read from packages, changed by correction alone. */
export function factHandlers(library: Library): Implementation[] {
  const students = studentFacts(facts.scoreStudentList)
  const lines = studentFacts(facts.scoreStudentLines)
  const papers = courseFacts(facts.scoreCourseList)
  const paperLines = courseFacts(facts.scoreCourseLines)
  return [
    implement(facts.scoreStudentList, (ctx, { query }) => listFacts(ctx, library, students, query)),
    implement(facts.scoreStudentLines, (ctx, { query }) => listFacts(ctx, library, lines, query)),
    implement(facts.scoreStudentDetail, (ctx, { id }) => findFact(ctx, library, lines, id)),
    implement(facts.scoreCourseList, (ctx, { query }) => listFacts(ctx, library, papers, query)),
    implement(facts.scoreCourseLines, (ctx, { query }) => listFacts(ctx, library, paperLines, query)),
    implement(facts.scoreCourseDetail, (ctx, { id }) => findFact(ctx, library, papers, id)),
    implement(facts.scoreCourseSubmit, async (ctx, asked) => ({ correctionId: await applyForCorrection(ctx, asked) })),
    ...facts.archiveRefusals.map(({ call, way }) =>
      implement(call, async () => {
        throw refuse(way)
      }),
    ),
  ]
}
