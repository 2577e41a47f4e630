import { CONTRAST_EXAMS, type ContrastExam } from '@xueheng/contract/domains/report/contrast.ts'
import { CONTRAST_ITEMS, type ContrastItem } from '@xueheng/contract/domains/report/contrast-item.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import type { FileAnswer } from '../../platform/files/files.ts'
import type { ExportJob } from '../../platform/rows/long-export.ts'
import { strictest } from './disclosure/disclosure.ts'
import { discloserOfSeveral } from './disclosure/discloser.ts'
import { exportReport } from './export.ts'
import { hiddenUnits } from './hidden-units.ts'
import type { Library } from './library.ts'
import { openExam } from './open-exam.ts'
import type { Page, ReportInput, Row, Run } from './run.ts'
import { pageOf, prepareRun, readReport } from './run-report.ts'
import { alertOf } from './stale-alert.ts'

/** Several exams side by side: one statement over all their packages, each cut by what the caller sees of it. */
export async function compareExams(
  ctx: Ctx,
  library: Library,
  report: AnyReport,
  input: ReportInput,
): Promise<ReportAnswer | FileAnswer | ExportJob> {
  const { run, basis } = await prepareContrast(ctx, library, report, input)
  const read = (page: Page) => readReport(ctx, library, run, page, basis)
  return input.format === 'xlsx' ? exportReport(ctx, run, input, read) : read(pageOf(report, input))
}

/** One run over all exams asked for, and how their numbers were made. */
export async function prepareContrast(
  ctx: Ctx,
  library: Library,
  report: AnyReport,
  input: ReportInput,
): Promise<{ run: Run; basis: string[] }> {
  const exams = readExams(String(input['examJson'] ?? ''))
  const items = readItems(String(input['itemCodes'] ?? ''))
  const runs: Run[] = []
  for (const { examId, label } of exams) {
    const source = await openExam(ctx, library, examId)
    const named = { ...source, examName: label?.trim() || source.examName }
    runs.push(await prepareRun(ctx, library, report, named, input))
  }
  const hidden = await Promise.all(runs.map((run, exam) => hiddenIn(ctx, library, run, exam)))
  return { run: together(ctx, runs, items, hidden.flat()), basis: basisOf(runs) }
}

/** The exams by id and label; the ids of a browser may be numbers. */
function readExams(text: string): ContrastExam[] {
  const exams = parseList(text).map(({ examId, label }) => ({
    examId: String(examId ?? ''),
    ...(typeof label === 'string' && { label: label.slice(0, 50) }),
  }))
  const { min, max } = CONTRAST_EXAMS
  if (exams.length < min || exams.length > max) throw refuse(`请选择 ${min} 至 ${max} 次考试`)
  if (new Set(exams.map(({ examId }) => examId)).size < exams.length) throw refuse('同一次考试只能选一次')
  return exams
}

function parseList(text: string): Row[] {
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list)) return list.map((one: unknown) => (typeof one === 'object' && one ? { ...one } : {}))
  } catch {
    // The refusal below says it.
  }
  throw refuse('比较的考试应为考试列表')
}

/** The items by their codes, each once, in the order of the list of items. */
function readItems(text: string): ContrastItem[] {
  const codes = text
    .split(/[,，]/)
    .map((code) => code.trim())
    .filter(Boolean)
  const unknown = codes.find((code) => !CONTRAST_ITEMS.some(({ itemCode }) => itemCode === code))
  if (unknown !== undefined) throw refuse(`没有对比指标「${unknown}」`)
  if (codes.length === 0) throw refuse('请选择对比指标')
  return CONTRAST_ITEMS.filter(({ itemCode }) => codes.includes(itemCode))
}

/** The units of one exam that are withheld in its course, with the number of the exam. */
async function hiddenIn(ctx: Ctx, library: Library, { source, values }: Run, exam: number): Promise<string[]> {
  const course = ` ${String(values['courseId'])}`
  const hidden = [...(await hiddenUnits(ctx, library, source))].filter((unit) => unit.endsWith(course))
  return hidden.map((unit) => `${exam} ${unit.slice(0, -course.length)}`)
}

/** How a value of an item is written. */
const MEASURES: Record<string, string> = { 分: 'mark', '%': 'share', 人: 'count' }

/** One run over all exams; the last one gives what is told of a single exam. */
function together(ctx: Ctx, runs: Run[], items: ContrastItem[], hidden: string[]): Run {
  const last = runs.at(-1)
  const disclosures = runs.map(({ discloser }) => discloser.disclosure)
  const disclosure = strictest(disclosures)
  if (!last || !disclosure) throw refuse('比较的考试应为考试列表')
  const sources = runs.map(({ source }) => source)
  return {
    ...last,
    source: { ...last.source, examName: sources.map(({ examName }) => examName).join('、') },
    alert: alertOf(sources),
    discloser: discloserOfSeveral(ctx, disclosure, last.report.grain),
    disclosures: [disclosure],
    values: {
      ...last.values,
      smallestGroup: disclosure.smallest,
      files: sources.map(({ folder }) => `${folder}/quota.parquet`),
      labels: sources.map(({ examName }) => examName),
      courseIds: runs.map(({ values }) => values['courseId']),
      sdTypes: runs.map(({ values }) => values['sdType']),
      areaScope: keyed(runs, 'areaScope'),
      schoolScope: keyed(runs, 'schoolScope'),
      hidden,
      items: items.map(({ quotaField }) => quotaField),
      itemNames: items.map(({ itemName }) => itemName),
      units: items.map(({ unit }) => MEASURES[unit] ?? 'mark'),
      directions: items.map(({ direction }) => direction),
    },
  }
}

/** The codes in sight with the number of the exam they hold for; null where nothing limits them in any. */
function keyed(runs: Run[], name: 'areaScope' | 'schoolScope'): string[] | null {
  const lists = runs.map(({ units }) => units[name])
  if (lists.every((codes) => codes === null)) return null
  return lists.flatMap((codes, exam) => (codes ?? []).map((code) => `${exam} ${code}`))
}

function basisOf(runs: Run[]): string[] {
  const named = runs.map(({ source }) => `比较的考试：${source.examName}（报表版本 ${source.version}）`)
  return [...named, '各次考试按各自统计口径和最新报表版本计算']
}
