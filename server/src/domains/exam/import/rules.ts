import { CHECK_RULES, type CheckCode } from '@xueheng/contract/domains/exam/check-rules.ts'
import type { AnalyticsBatch } from '../../../platform/analytics/analytics.ts'
import { sqlFile } from '../../../platform/analytics/sql-file.ts'

/**
 * A rule is a file of `checks/` that answers `row_id, target, text` for every row it speaks against; `target` is the
 * meaning of a column, or `#7` the column itself.
 */
export interface Rule {
  code: CheckCode
  file: string
}

/** Rules a row can be judged by as soon as it is uploaded. */
export const STUDENT_RULES: Rule[] = [
  { code: 'F01', file: 'required-missing-student' },
  { code: 'F02', file: 'value-unfit-student' },
  { code: 'F03', file: 'out-of-scope-student' },
  { code: 'S01', file: 'student-number-twice' },
  { code: 'S02', file: 'student-code-twice' },
  { code: 'S03', file: 'school-unknown' },
  { code: 'S04', file: 'class-unknown' },
  { code: 'S05', file: 'same-name-in-school' },
  { code: 'S06', file: 'same-name-in-class' },
  { code: 'S11', file: 'same-name-confirmed' },
  { code: 'S07', file: 'student-code-of-another' },
  { code: 'S08', file: 'student-code-malformed' },
  { code: 'S10', file: 'combination-unfit' },
]

export const SCORE_RULES: Rule[] = [
  { code: 'F01', file: 'required-missing-score' },
  { code: 'F02', file: 'value-unfit-score' },
  { code: 'F03', file: 'out-of-scope-score' },
  { code: 'C01', file: 'score-of-nobody' },
  { code: 'C02', file: 'score-out-of-range' },
  { code: 'C03', file: 'score-not-a-number' },
  { code: 'C04', file: 'score-step' },
  { code: 'C05', file: 'score-parts-differ' },
  { code: 'C07', file: 'score-of-course-not-taken' },
  { code: 'C11', file: 'name-differs-from-list' },
  { code: 'C12', file: 'score-twice' },
]

export const TEACHER_RULES: Rule[] = [
  { code: 'F01', file: 'required-missing-teacher' },
  { code: 'F02', file: 'value-unfit-teacher' },
  { code: 'F03', file: 'out-of-scope-teacher' },
  { code: 'S03', file: 'school-unknown' },
  { code: 'S04', file: 'class-unknown' },
  { code: 'T01', file: 'teacher-missing-batch' },
  { code: 'T02', file: 'teacher-unknown' },
]

export const QUESTION_RULES: Rule[] = [
  { code: 'F01', file: 'required-missing-score' },
  { code: 'F03', file: 'out-of-scope-score' },
  { code: 'C01', file: 'score-of-nobody' },
  { code: 'C11', file: 'name-differs-from-list' },
  { code: 'Q01', file: 'question-sum-differs' },
  { code: 'Q02', file: 'question-out-of-range' },
  { code: 'Q03', file: 'question-unknown' },
  { code: 'Q04', file: 'question-answer-outside' },
  { code: 'Q05', file: 'question-papers-mixed' },
  { code: 'Q06', file: 'question-twice' },
  { code: 'Q07', file: 'question-not-a-mark' },
]

/** Staged question scores before they are archived: list, marks and papers may have changed since. */
export const STORED_QUESTION_RULES: Rule[] = [
  { code: 'C01', file: 'score-of-nobody' },
  { code: 'Q01', file: 'question-sum-differs' },
  { code: 'Q02', file: 'question-out-of-range' },
  { code: 'Q03', file: 'question-gone' },
  { code: 'Q08', file: 'question-missing' },
]

/** Rules that need everything of the exam to be there. */
export const STORED_STUDENT_RULES: Rule[] = [
  ...STUDENT_RULES.filter(({ code }) => code.startsWith('S')),
  { code: 'S09', file: 'school-head-count-off' },
]

export const STORED_SCORE_RULES: Rule[] = [
  ...SCORE_RULES.filter(({ code }) => code.startsWith('C')),
  { code: 'C06', file: 'score-missing' },
  { code: 'C08', file: 'zero-among-good-scores' },
  { code: 'C09', file: 'course-rank-far-off' },
  { code: 'C10', file: 'class-mean-jump' },
  { code: 'C10', file: 'class-pasted-twice' },
]

/** Told before the first rule and after each how many have spoken, of how many. */
export type OnRule = (done: number, total: number) => Promise<void>

/** Runs the rules into a table `fault (row_id, target, code, level, text)`. Rows that are not touched keep their peace. */
export async function runRules(db: AnalyticsBatch, rules: Rule[], onRule?: OnRule): Promise<void> {
  await db.run('create table fault (row_id bigint, target varchar, code varchar, level varchar, text varchar)')
  await onRule?.(0, rules.length)
  for (const [i, { code, file }] of rules.entries()) {
    const body = sqlFile(import.meta.url, `../checks/${file}.sql`)
    await db.run(
      `insert into fault select row_id, target, $code, $level, left(text, 300) from (${body}) where row_id is not null`,
      { code, level: CHECK_RULES[code].level },
    )
    await onRule?.(i + 1, rules.length)
  }
}
