import { COMPUTE_PLAN } from '@xueheng/contract/domains/exam/compute-plan.ts'
import { type ExamRule, TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { sqlFile } from '../../../platform/analytics/sql-file.ts'
import type { ExamSpec, SpecCourse } from './exam-spec.ts'
import { paperColumns, passConditions, scoreColumns, scoreRows } from './wide.ts'

/** How one task of the plan is computed: which tables it may see, which it keeps, which it writes. */
export interface Step {
  taskCode: string
  reads: string[]
  /** What it makes, in this order, one `.sql` each. */
  makes: string[]
  /** Those of `makes` that are kept as files; the others are dropped when the step ends. */
  writes: string[]
  /** Parts of the rule and of a course that change its result; others leave it valid. */
  ruleKeys: (keyof ExamRule)[]
  courseKeys: (keyof SpecCourse)[]
  params(rule: ExamRule): Record<string, unknown>
  /** Fragments over the exam's course numbers, by the name of their slot in the SQL. */
  slots?(courses: SpecCourse[]): Record<string, string>
}

/** Every computing task; the order comes from the contract's plan. */
export const STEPS: Record<string, Step> = {
  CALC_TOTAL: {
    taskCode: 'CALC_TOTAL',
    reads: ['roster', 'course_score', 'exam_course'],
    makes: ['person', 'place', 'wide', 'unit', 'course', 'student', 'score', 'school_score'],
    writes: ['unit', 'course', 'student', 'score', 'school_score'],
    ruleKeys: ['absentPolicy', 'isCountOnly', 'removeZeroScores'],
    courseKeys: ['courseId', 'courseName', 'examScore', 'isInTotal', 'sort'],
    params: ({ absentPolicy, isCountOnly, removeZeroScores }) => ({
      absentPolicy,
      isCountOnly,
      removeZeroScores,
      totalCourse: TOTAL_COURSE,
    }),
    slots: (courses) => ({
      'wide.papers': paperColumns(courses),
      'student.scores': scoreColumns(courses),
      'score.papers': scoreRows(courses),
    }),
  },
  CALC_RANK: simpleStep('CALC_RANK', ['school_score'], 'rank_lut'),
  CALC_STDSCORE: {
    ...simpleStep('CALC_STDSCORE', ['rank_lut'], 'std_score'),
    ruleKeys: ['sdType'],
    params: ({ sdType }) => ({ sdType }),
  },
  STAT_BASE: {
    taskCode: 'STAT_BASE',
    reads: ['exam_course', 'course', 'unit', 'student', 'score', 'rank_lut'],
    makes: ['threshold', 'quota_part', 'quota'],
    writes: ['threshold', 'quota'],
    ruleKeys: ['rateBase', 'removeZeroScores', 'excellentShare', 'goodShare', 'passShare', 'lowShare', 'composite'],
    courseKeys: ['courseId', 'excellentScore', 'goodScore', 'passScore', 'lowScore'],
    params: ({ composite: { kind, weights }, ...rule }) => ({
      ...rule,
      compositeKind: kind,
      weightMean: weights[0],
      weightPass: weights[1],
      weightExcellent: weights[2],
    }),
    slots: (courses) => ({ 'quota_part.passes': passConditions(courses) }),
  },
  STAT_PARAGRAPH: simpleStep('STAT_PARAGRAPH', ['school_score', 'unit'], 'paragraph'),
  STAT_AREA_FRONTN: simpleStep('STAT_AREA_FRONTN', ['rank_lut'], 'area_front'),
  STAT_SCHOOL_FRONTN: simpleStep('STAT_SCHOOL_FRONTN', ['rank_lut', 'unit'], 'school_front'),
}

/** A step that makes one table and depends on no rule. */
function simpleStep(taskCode: string, reads: string[], table: string): Step {
  return { taskCode, reads, makes: [table], writes: [table], ruleKeys: [], courseKeys: [], params: () => ({}) }
}

/** The steps in an order in which each comes after everything it needs. Throws when the plan has a circle. */
export function orderedSteps(): Step[] {
  const done = new Set<string>()
  const entered = new Set<string>()
  const ordered: Step[] = []
  function visit(taskCode: string): void {
    if (done.has(taskCode)) return
    if (entered.has(taskCode)) throw new Error(`the plan has a circle through ${taskCode}`)
    entered.add(taskCode)
    for (const need of needsOf(taskCode)) visit(need)
    done.add(taskCode)
    const step = STEPS[taskCode]
    if (step) ordered.push(step)
  }
  for (const task of COMPUTE_PLAN) visit(task.taskCode)
  return ordered
}

/** Direct needs of a task. */
export function needsOf(taskCode: string): string[] {
  return COMPUTE_PLAN.find((task) => task.taskCode === taskCode)?.needs ?? []
}

/** The select that makes a table, its slots filled with fragments over the exam's course numbers. */
export function tableSql(step: Step, table: string, spec: ExamSpec): string {
  const slots = step.slots?.(spec.courses) ?? {}
  const text = sqlFile(import.meta.url, `${table.replaceAll('_', '-')}.sql`)
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_slot, name: string) => {
    const fragment = slots[`${table}.${name}`]
    if (fragment === undefined) throw new Error(`${table}: nothing fills the slot ${name}`)
    return fragment
  })
}

/** The parameters a text names, out of those a step offers: DuckDB refuses to bind what a statement does not use. */
export function usedParams(sql: string, params: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(params).filter(([name]) => new RegExp(`\\$${name}\\b`).test(sql)))
}
