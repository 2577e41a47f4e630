import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import type { AccessRule } from '../../../platform/access/rules.ts'

const EXAMS = every(examInfo, 'marks are archived when their exam is')

/** Whether a mark `t` is archived: looked up in the archived exams, which are read once for all rows. */
export const isArchivedMark = sql<boolean>`(t.exam_id in (
  select e.id from ${EXAMS} e where e.exam_status >= ${examStates.states.archived.value}::int))`

/**
 * Marks are archived last and all at once, with their exam: whether one is follows from the state of the exam. To say so with each
 * would write every mark of a city a second time.
 */
export const scoreArchived: AccessRule = {
  entity: examScoreImport,
  follows: { archiveStatus: sql`${isArchivedMark}::int::smallint` },
}
