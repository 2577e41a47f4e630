import { registry } from '@xueheng/contract'
import { TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import type { explainFigure } from '@xueheng/contract/domains/report/explain-figure.ts'
import type { Indicator } from '@xueheng/contract/domains/report/indicator.ts'
import { indicatorOf } from '@xueheng/contract/domains/report/indicators.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { AppError, refuse } from '../../../platform/error.ts'
import type { Course } from '../course.ts'
import { coursesOf } from '../courses.ts'
import type { ExamPackage } from '../exam-packages.ts'
import type { Library } from '../library.ts'
import { openExam, unitsOf } from '../open-exam.ts'
import { UNIT_GRAINS, type UnitGrain } from '../unit-course.ts'
import type { UnitScope } from '../unit-scope.ts'

export type FigureInput = Input<typeof explainFigure>

/** A figure somebody asks about: its report and column, and the unit, course and line of its row. */
export interface AskedFigure {
  report: AnyReport
  /** Name of the column without its group. */
  column: string
  title: string
  indicator: Indicator
  source: ExamPackage
  courses: Course[]
  courseId: number
  lineNo: number | undefined
  /** None for figures of students. */
  unitGrain: UnitGrain | undefined
  /** Code of the unit; everyone has none. */
  code: string | null
  /** Codes of the row. */
  codes: Pick<FigureInput, 'areaCode' | 'schoolCode' | 'classCode'>
  /** What of the unit is in sight. */
  units: UnitScope
}

/** Only who may open the report asks about its figures. */
export async function openFigure(ctx: Ctx, library: Library, input: FigureInput): Promise<AskedFigure> {
  const report = registry.reports.find(({ name }) => name === input.reportName)
  if (!report) throw refuse('没有这张报表')
  if (!ctx.user.isAdministrator && !ctx.user.permissions.has(report.permission)) throw new AppError('access.refused')
  const [group = '', column = ''] = splitKey(input.column)
  const field = group === '' ? report.columns[column] : report.pivot?.columns[column]
  const indicator = indicatorOf(report, input.column)
  if (!field || !indicator) throw refuse('没有这一列')
  const source = await openExam(ctx, library, input.examId)
  const courses = await coursesOf(ctx.analytics, library, source.folder)
  const unitGrain = UNIT_GRAINS.find((grain) => grain === (input.unitGrain || report.grain))
  const code = codeOf(unitGrain, input)
  const given = unitGrain === undefined || unitGrain === 'all' ? {} : { [`${unitGrain}Code`]: code }
  const units = await unitsOf(ctx, library, source, given)
  const line = /^l(\d+)$/.exec(group)
  return {
    report,
    column,
    title: field.label,
    indicator,
    source,
    courses,
    courseId: courseOf(courses, group, input.courseName),
    lineNo: line ? Number(line[1]) : (input.lineNo ?? undefined),
    unitGrain,
    code,
    codes: { areaCode: input.areaCode, schoolCode: input.schoolCode, classCode: input.classCode },
    units,
  }
}

function splitKey(key: string): string[] {
  const at = key.lastIndexOf('.')
  return at < 0 ? ['', key] : [key.slice(0, at), key.slice(at + 1)]
}

function codeOf(grain: UnitGrain | undefined, { areaCode, schoolCode, classCode }: FigureInput): string | null {
  if (grain === undefined || grain === 'all') return null
  const code = { area: areaCode, school: schoolCode, class: classCode }[grain]
  if (!code) throw refuse('请指明单位')
  return code
}

/** Of the group where it is a course, by number or name; else of the row; else the total. */
function courseOf(courses: Course[], group: string, courseName: string | null): number {
  const [, number] = /^c(\d+)$/.exec(group) ?? []
  if (number !== undefined) return Number(number)
  const name = courses.some((one) => one.courseName === group) ? group : (courseName ?? TOTAL_COURSE)
  return courses.find((one) => one.courseName === name)?.courseId ?? 0
}
