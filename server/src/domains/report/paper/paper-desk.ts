import type { Audience } from '@xueheng/contract/domains/exam/disclosure.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { wallDay } from '../../../platform/clock.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { tenantName } from '../../tenancy/index.ts'
import { basisOf } from '../basis.ts'
import { coursesOf } from '../courses.ts'
import { discloserOf } from '../disclosure/discloser.ts'
import type { ExamPackage } from '../exam-packages.ts'
import type { Library } from '../library.ts'
import { openExam, unitsOf } from '../open-exam.ts'
import { WHOLE, prepareRun, readReport } from '../run-report.ts'
import type { Row, Run } from '../run.ts'
import { alertOf } from '../stale-alert.ts'

/** What a paper was asked about. */
export interface PaperInput {
  examId: string
  areaCode?: string | null
  schoolCode?: string | null
  classCode?: string | null
  courseName?: string | null
  format?: string | null
  reason?: string | null
}

/** Where papers of one exam take their figures: the reports, as the reader sees them on the screen. */
export interface PaperDesk {
  ctx: Ctx
  library: Library
  source: ExamPackage
  input: PaperInput
  bureau: string
  /** The units asked for, by name. */
  units: string
  /** Courses in the order of the exam, without the total. */
  courses: string[]
  /** 口径 */
  basis: string[]
  alert: string
  /** When and by whom. */
  made: string
  /** Every row of a report, withheld, disclosed and masked like the call's; `to` is told it in place of the reader. */
  ask(report: AnyReport, params?: Row, to?: Audience): Promise<ReportAnswer>
}

/** Opens the exam for the reader; one without any unit of theirs answers like one that does not exist. */
export async function openPaperDesk(ctx: Ctx, library: Library, input: PaperInput): Promise<PaperDesk> {
  const source = await openExam(ctx, library, input.examId)
  const { areaCode = null, schoolCode = null, classCode = null } = input
  const units = { areaCode, schoolCode, classCode }
  const courses = await coursesOf(ctx.analytics, library, source.folder)
  const names = courses.toSorted((one, other) => one.sort - other.sort).map(({ courseName }) => courseName)
  return {
    ctx,
    library,
    source,
    input,
    bureau: await tenantName(ctx),
    units: (await unitsOf(ctx, library, source, units)).label,
    courses: names.filter((name) => name !== TOTAL_COURSE),
    basis: basisOf(source, courses, null),
    alert: alertOf([source]),
    made: `${wallDay(ctx.now)} ${ctx.now.toTimeString().slice(0, 5)}　${ctx.user.name}`,
    ask: async (report, params = {}, to) => {
      const run = await prepareRun(ctx, library, report, source, { ...units, ...params })
      const told = to ? { ...run, ...(await toldTo(ctx, library, run, to)) } : run
      return readAll((current) => readReport(ctx, library, told, { current, size: WHOLE }))
    },
  }
}

/** Every page of a report as one answer. */
export async function readAll(read: (current: number) => Promise<ReportAnswer>): Promise<ReportAnswer> {
  const first = await read(1)
  const records = [...first.records]
  for (let page = 2; page <= first.pages; page += 1) records.push(...(await read(page)).records)
  return { ...first, records }
}

/** What the policy lets somebody else see of a run. */
async function toldTo(
  ctx: Ctx,
  library: Library,
  { report, source, values }: Run,
  to: Audience,
): Promise<Pick<Run, 'discloser' | 'disclosures'>> {
  const about = { grain: report.grain, courseId: Number(values['courseId'] ?? 0) }
  const discloser = await discloserOf(ctx, library, withoutRanks(source, to), about, to)
  return { discloser, disclosures: [discloser.disclosure] }
}

/** What is handed out tells a band at most, even where the screen would tell the rank. */
function withoutRanks(source: ExamPackage, to: Audience): ExamPackage {
  const { rankVisible } = source.policy
  if (rankVisible[to] !== 'exact') return source
  return { ...source, policy: { ...source.policy, rankVisible: { ...rankVisible, [to]: 'band' } } }
}

export interface SchoolUnit {
  areaName: string
  schoolCode: string
  schoolName: string
}

/** The reader's own schools among the units asked for, in the order of the bureau. */
export async function schoolsOf({ ctx, library, source, input }: PaperDesk): Promise<SchoolUnit[]> {
  const { areaScope, schoolScope } = await unitsOf(ctx, library, source, input)
  return ctx.analytics.query<SchoolUnit>(SCHOOLS, { package: source.folder, areaScope, schoolScope })
}

export interface ClassUnit {
  schoolCode: string
  schoolName: string
  /** None where the roster has none: reports cannot be asked for it alone. */
  classCode: string | null
  className: string
}

/** The reader's own classes among the units asked for, in the order of the bureau. */
export async function classesOf({ ctx, library, source, input }: PaperDesk): Promise<ClassUnit[]> {
  const { areaScope, schoolScope, classScope } = await unitsOf(ctx, library, source, input)
  return ctx.analytics.query<ClassUnit>(CLASSES, { package: source.folder, areaScope, schoolScope, classScope })
}

const CLASSES = `
  select school_code, school_name, class_code, class_name from read_parquet($package || '/unit.parquet')
  where grain = 'class' and is_in_report = 1
    and ($areaScope is null or list_contains($areaScope, area_code))
    and ($schoolScope is null or list_contains($schoolScope, school_code))
    and ($classScope is null or list_contains($classScope, class_code))
  order by unit_id`

const SCHOOLS = `
  select area_name, school_code, school_name from read_parquet($package || '/unit.parquet')
  where grain = 'school' and is_in_report = 1
    and ($areaScope is null or list_contains($areaScope, area_code))
    and ($schoolScope is null or list_contains($schoolScope, school_code))
  order by area_sort, school_sort, school_code`

/** A value of a row as a number; nothing where it is withheld or missing. */
export function numberOf(row: Row | undefined, key: string): number | undefined {
  const value = row?.[key]
  return typeof value === 'number' ? value : undefined
}

/** A value of a row as text, '' where there is none. */
export function textOf(row: Row, key: string): string {
  const value = row[key]
  return value === null || value === undefined ? '' : String(value)
}
