import { registry } from '@xueheng/contract'
import { TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import type { Indicator } from '@xueheng/contract/domains/report/indicator.ts'
import { contrastPlace, indicatorOf } from '@xueheng/contract/domains/report/indicators.ts'
import { type Place, PLACES } from '@xueheng/contract/domains/report/places.ts'
import type { ExamRule } from '@xueheng/contract/domains/exam/exam-rule.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { AppError, refuse } from '../../../platform/error.ts'
import type { Course } from '../course.ts'
import { openVersions } from '../change/compare-versions.ts'
import { courseValues, coursesOf } from '../courses.ts'
import type { ExamPackage } from '../exam-packages.ts'
import type { Library } from '../library.ts'
import { withOneUnit } from '../one-unit.ts'
import { openExam, unitsOf } from '../open-exam.ts'
import { UNIT_GRAINS, type UnitGrain } from '../unit-course.ts'
import type { UnitParams, UnitScope } from '../unit-scope.ts'
import { openEntry } from '../value-added.ts'
import { type FigureInput, type MarkRange, frontNOf, isOfUnitsInScope, rangeOf, unitOfCell } from './figure-place.ts'

/** A figure somebody asks about: its report and column, and the unit, course and line of its row. */
export interface AskedFigure {
  report: AnyReport
  /** Name of the column without its group; a place of exams side by side has that of the package. */
  column: string
  title: string
  indicator: Indicator
  source: ExamPackage
  /** The entry exam, or the version before, with the number of the course there. */
  before: (Pick<ExamPackage, 'folder' | 'manifest'> & { courseId: number }) | undefined
  courses: Course[]
  courseId: number
  lineNo: number | undefined
  /** None for figures of students, and where the row names no unit. */
  unitGrain: UnitGrain | undefined
  /** Code of the unit; everyone has none. */
  code: string | null
  /** Codes of the row. */
  codes: Pick<FigureInput, 'areaCode' | 'schoolCode' | 'classCode'>
  /** What is in sight of the unit, or of the units its place is taken among. */
  units: UnitScope
  /** Of a band. */
  range: MarkRange | undefined
  /** Kind of the schools the report was asked for. */
  schoolGroup: string | null
  /** Of the first N. */
  frontN: number | null
  /** Of a student of the row, with whom a place of his is counted among. */
  student: { studentNumber: string; among: Place['among'] | 'sequence' } | undefined
  /** Of a question: the paper, its number, and the option of a cell; or of a knowledge point. */
  question: Pick<FigureInput, 'paperCode' | 'questionNo' | 'pointName'> & {
    choice: string | null
    questionId: number | null
  }
}

/** Only who may open the report asks about its figures. */
export async function openFigure(ctx: Ctx, library: Library, input: FigureInput): Promise<AskedFigure> {
  const report = registry.reports.find(({ name }) => name === input.reportName)
  if (!report) throw refuse('没有这张报表')
  if (!ctx.user.isAdministrator && !ctx.user.permissions.has(report.permission)) throw new AppError('access.refused')
  const [group = '', column = ''] = splitKey(input.column)
  const field = group === '' ? report.columns[column] : report.pivot?.columns[column]
  const told = indicatorOf(report, input.column)
  if (!field || !told) throw refuse('没有这一列')
  const { source, before } = await openPackages(ctx, library, report, input)
  const courses = await coursesOf(ctx.analytics, library, source.folder)
  const courseId = column === 'totalRank' ? 0 : courseOf(courses, group, input.courseName)
  const indicator = settled(told, report, courseId, source.manifest.rule)
  const unit = unitOfCell(report, column, group, input) ?? unitOf(report, input)
  const limits = isOfClass(report, indicator)
    ? await classOf(ctx, library, report, source, input)
    : limitsOf(report, indicator, column, unit, input)
  const units = await unitsOf(ctx, library, source, limits)
  const line = /^l(\d+)$/.exec(group)
  const course = courses.find((one) => one.courseId === courseId)
  const widths = source.manifest.rule.paragraphStep
  return {
    report,
    column: contrastPlace(input.column) ?? column,
    title: field.label,
    indicator,
    source,
    before: before && (await entryOf(ctx, library, before, course)),
    courses,
    courseId,
    lineNo: line ? Number(line[1]) : (input.lineNo ?? undefined),
    ...unit,
    codes: { areaCode: input.areaCode, schoolCode: input.schoolCode, classCode: input.classCode },
    units,
    range: rangeOf(report, indicator.behind, group, input, course, widths),
    schoolGroup: input.schoolGroup,
    frontN: frontNOf(group, input),
    student: studentOf(report, column, input),
    question: {
      paperCode: input.paperCode,
      // a mark of the course is made of all its questions
      questionNo: indicator.behind === 'questions' ? null : input.questionNo,
      pointName: input.pointName,
      questionId: questionIdOf(report, group),
      choice: isChoice(indicator.behind) && group.startsWith('o') ? group.slice(1) : null,
    },
  }
}

/** The package a figure is of; of added value the entry exam too, of a change the version before. */
async function openPackages(
  ctx: Ctx,
  library: Library,
  { family }: AnyReport,
  input: FigureInput,
): Promise<{ source: ExamPackage; before?: ExamPackage }> {
  if (family === 'packageChange') {
    const { now, before } = await openVersions(ctx, library, input)
    return { source: now, before }
  }
  const source = await openExam(ctx, library, input.examId)
  return family === 'valueAdded'
    ? { source, before: await openEntry(ctx, library, source, input.entryExamId) }
    : { source }
}

async function entryOf(ctx: Ctx, library: Library, { folder, manifest }: ExamPackage, course: Course | undefined) {
  const { courseId } = courseValues(await coursesOf(ctx.analytics, library, folder), course?.courseName)
  return { folder, manifest, courseId: courseId ?? 0 }
}

/** Whom an indicator means here: the choice of the exam's rule, courses of a total, all students of a unit. */
function settled(indicator: Indicator, { grain }: AnyReport, courseId: number, { rateBase }: ExamRule): Indicator {
  if (indicator.behind === 'base') return { ...indicator, behind: rateBase === 'plan' ? 'plan' : 'sat' }
  if (indicator.behind === 'questions' && courseId === 0) return { ...indicator, behind: 'courses' }
  if (indicator.behind === 'together' && grain !== 'student') return { ...indicator, behind: 'sat' }
  return indicator
}

function isChoice(behind: Indicator['behind']): boolean {
  return behind === 'choice' || behind === 'highChoice' || behind === 'lowChoice'
}

/** A place of beforeN is counted among those its first N are of. */
const AMONG: Record<string, Place['among']> = { all: 'all', area: 'area', school: 'school' }

/** Means beside the mark of a student. */
const MEANS: Record<string, Place['among']> = { allAvg: 'all', schoolAvg: 'school', classAvg: 'class' }

function studentOf(
  { grain }: AnyReport,
  column: string,
  { studentNumber, within }: FigureInput,
): AskedFigure['student'] {
  if (grain !== 'student' || !studentNumber) return undefined
  if (column === 'seqRank') return { studentNumber, among: 'sequence' }
  return { studentNumber, among: PLACES[column]?.among ?? MEANS[column] ?? AMONG[within ?? 'all'] ?? 'all' }
}

/** Columns of the S-P table are questions by their ids. */
function questionIdOf({ name }: AnyReport, group: string): number | null {
  const [, id] = (name === 'spTable' && /^q(\d+)$/.exec(group)) || []
  return id === undefined ? null : Number(id)
}

/** Beside the mark of a student at a question stand those of his class. */
function isOfClass({ grain }: AnyReport, { behind }: Indicator): boolean {
  return grain === 'student' && behind === 'classAnswers'
}

/** That of the row, or the one the report is of where none was chosen. */
async function classOf(
  ctx: Ctx,
  library: Library,
  report: AnyReport,
  source: ExamPackage,
  { schoolCode, classCode }: FigureInput,
): Promise<UnitParams> {
  const given = await withOneUnit(ctx, library, { ...report, oneUnit: 'class' }, source, { schoolCode, classCode })
  return { schoolCode: textOf(given['schoolCode']), classCode: textOf(given['classCode']) }
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null
}

function splitKey(key: string): string[] {
  const at = key.lastIndexOf('.')
  return at < 0 ? ['', key] : [key.slice(0, at), key.slice(at + 1)]
}

/** The unit of the row; none of a student, nor of a row that names none, as of a class without a code. */
function unitOf({ grain }: AnyReport, input: FigureInput): Pick<AskedFigure, 'unitGrain' | 'code'> {
  const unitGrain = UNIT_GRAINS.find((one) => one === (input.unitGrain || grain))
  if (unitGrain === undefined || unitGrain === 'all') return { unitGrain, code: null }
  const code = input[`${unitGrain}Code`]
  return code ? { unitGrain, code } : { unitGrain: undefined, code: null }
}

/** Which units stand behind a figure: its own, those the report was asked for, or all those its place is taken among. */
function limitsOf(
  report: AnyReport,
  { behind }: Indicator,
  column: string,
  { unitGrain, code }: Pick<AskedFigure, 'unitGrain' | 'code'>,
  { areaCode, schoolCode, classCode }: FigureInput,
): UnitParams {
  if (isOfUnitsInScope(report)) return { areaCode, schoolCode, classCode }
  if (behind !== 'units') return unitGrain === undefined || unitGrain === 'all' ? {} : { [`${unitGrain}Code`]: code }
  const among = PLACES[column]?.among
  return { ...(among === 'area' && { areaCode }), ...(among === 'school' && { schoolCode }) }
}

/** Of the group where it is a course, by number or name; else of the row; else the total. */
function courseOf(courses: Course[], group: string, courseName: string | null): number {
  const [, number] = /^c(\d+)$/.exec(group) ?? []
  if (number !== undefined) return Number(number)
  const name = courses.some((one) => one.courseName === group) ? group : (courseName ?? TOTAL_COURSE)
  return courses.find((one) => one.courseName === name)?.courseId ?? 0
}
