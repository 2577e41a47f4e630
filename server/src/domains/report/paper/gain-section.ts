import { TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { valueAdded } from '@xueheng/contract/domains/report/value-added.ts'
import type { AnyReport } from '@xueheng/contract/kit/domain.ts'
import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import type { ExamPackage } from '../exam-packages.ts'
import { findExam } from '../open-exam.ts'
import { WHOLE, readReport } from '../run-report.ts'
import type { Row } from '../run.ts'
import { prepareGain } from '../value-added.ts'
import { type PaperDesk, numberOf, readAll, textOf } from './paper-desk.ts'
import type { PaperSection } from './paper-doc.ts'
import { pickColumns } from './set-table.ts'

const FIGURES = ['matchedNum', 'matchRate', 'entryT', 'expectedT', 'exitT', 'valueAdded', 'lowAdded', 'highAdded']
const COLUMNS = [...FIGURES, 'verdict', 'rankAdded', 'growthPr']

/** What a school and its classes added since the exam before; nothing where there is none that the reader sees. */
export async function gainSection(desk: PaperDesk, schoolCode: string): Promise<PaperSection | undefined> {
  const entry = await entryOf(desk)
  if (!entry) return undefined
  const ask = (report: AnyReport, params: Row) => askGain(desk, entry, report, { schoolCode, ...params })
  const courses: Row[] = []
  let answer: ReportAnswer | undefined
  for (const courseName of [TOTAL_COURSE, ...desk.courses]) {
    const { records, ...rest } = await ask(valueAdded.school, { courseName })
    answer ??= { ...rest, records }
    courses.push(...records)
  }
  const classes = await ask(valueAdded.class, { courseName: TOTAL_COURSE })
  return {
    title: '增值',
    findings: { part: 'gain', lines: [finding(entry, courses[0])] },
    tables: [
      {
        caption: '本校各科增值',
        headers: pickColumns(answer?.headers ?? [], 'courseName', ...COLUMNS),
        records: courses,
        notes: answer?.notes ?? [],
      },
      {
        caption: '各班总分增值',
        headers: pickColumns(classes.headers, 'className', ...COLUMNS),
        records: classes.records,
      },
    ],
  }
}

/** The exam before, among those the reader sees. */
async function entryOf({ ctx, library, source }: PaperDesk): Promise<ExamPackage | undefined> {
  const id = source.manifest.previous?.examId
  return id ? findExam(ctx, library, id) : undefined
}

async function askGain(desk: PaperDesk, entry: ExamPackage, report: AnyReport, params: Row): Promise<ReportAnswer> {
  const { ctx, library, source, input } = desk
  const run = await prepareGain(ctx, library, report, entry, source, { ...input, ...params })
  return readAll((current) => readReport(ctx, library, run, { current, size: WHOLE }))
}

function finding({ examName }: ExamPackage, total: Row | undefined): string {
  const begun = `入口考试：${examName}。匹配考生 ${numberOf(total, 'matchedNum') ?? 0} 人。`
  const added = numberOf(total, 'valueAdded')
  if (!total || added === undefined) return begun
  const [low, high] = [numberOf(total, 'lowAdded'), numberOf(total, 'highAdded')].map((value) => value?.toFixed(2))
  return `${begun}总分增值 ${added.toFixed(2)}（95%区间 ${low} 至 ${high}），${textOf(total, 'verdict')}。`
}
