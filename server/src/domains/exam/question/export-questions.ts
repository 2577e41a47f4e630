import {
  type QuestionCell,
  exportQuestionScores,
  questionScoreList,
} from '@xueheng/contract/domains/exam/question/question-calls.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import { type Act, openAct } from '../../../platform/audit/child-access.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { inTransaction } from '../../../platform/db/pool.ts'
import type { FileAnswer } from '../../../platform/files/files.ts'
import { filtersOf, requiredReason } from '../../../platform/rows/export.ts'
import { openWorkbook } from '../../../platform/files/open-workbook.ts'
import { type ExportJob, isLong, startLongExport } from '../../../platform/rows/long-export.ts'
import { type Parts, readParts } from '../../../platform/rows/parts.ts'
import { MOST_SHEET_ROWS, tooManyRows } from '../../../platform/rows/walk-rows.ts'
import { type SheetSpec, XLSX_TYPE } from '../../../platform/sheet/write.ts'
import { findExam } from '../exam-row.ts'
import { listCourses } from './question-courses.ts'
import { openMarks, openWide } from './read-questions.ts'

type Asked = Input<typeof exportQuestionScores>
type Row = Record<string, unknown>
type Sheet = Parts<Row> & Pick<SheetSpec, 'header'>

const PERSON = [
  { key: 'studentNumber', title: '考号' },
  { key: 'studentName', title: '姓名' },
  { key: 'schoolName', title: '学校' },
  { key: 'examClass', title: '班级' },
  { key: 'paperCode', title: '试卷' },
]
const MARK = [
  { key: 'questionNo', title: '题号' },
  { key: 'questionScore', title: '分值', kind: 'number' as const },
  { key: 'score', title: '得分', kind: 'number' as const },
  { key: 'answer', title: '作答' },
]

/**
 * What one of the two lists shows under these filters, all pages, as a workbook; for a reason, which is kept. Rows are read part by
 * part; a job makes the workbook of many where whoever asks can fetch it later.
 */
export async function exportQuestions(ctx: Ctx, input: Asked): Promise<FileAnswer | ExportJob> {
  const { name: call, title } = exportQuestionScores
  const reason = requiredReason(input.reason)
  const exam = await findExam(ctx, input.examId)
  const { header, ...parts } = input.isWide ? await wideSheet(ctx, input) : await longSheet(ctx, input)
  if (parts.total > MOST_SHEET_ROWS) throw tooManyRows()
  if (isLong(input, parts.total)) return startLongExport(ctx, call, title, input)
  const act: Act = { kind: 'exported', call, title, reason, filters: filtersOf(input) }
  const { body, sha256, rows } = await writeSheet(ctx, { name: input.courseName, header, ...parts }, act)
  const after = { rows, filters: filtersOf(input), sha256, reason }
  await logOperation(ctx, call, title, { entity: 'examInfo', rowId: exam.id, after })
  return { name: `${exam.examName}-${input.courseName}小题分.xlsx`, contentType: XLSX_TYPE, body, rows }
}

/** The workbook, and in one transaction with its rows whose marks it carries away. */
async function writeSheet(ctx: Ctx, { name, header, ...parts }: Sheet & { name: string }, act: Act) {
  return inTransaction(ctx.db, async (db) => {
    const noted = openAct({ ...ctx, db }, questionScoreList.output ?? {})
    let rows = 0
    async function* lines(): AsyncGenerator<Row> {
      for await (const part of readParts(ctx, parts)) {
        await noted.meetMasked(part)
        rows += part.length
        yield* part
      }
    }
    const book = await openWorkbook(ctx.files, [{ name, header, rows: lines(), freeze: { rows: 1, columns: 2 } }])
    await noted.close(act)
    return { ...book, rows }
  })
}

async function longSheet(ctx: Ctx, input: Asked): Promise<Sheet> {
  return { header: [...PERSON, ...MARK], ...(await openMarks(ctx, input)) }
}

/** A column per question, in the order of the papers; one that several papers have is one column. */
async function wideSheet(ctx: Ctx, input: Asked): Promise<Sheet> {
  const course = (await listCourses(ctx, input.examId)).find((one) => one.courseName === input.courseName)
  const numbers = [...new Set(course?.questions.map((one) => one.questionNo))]
  const header = [
    ...PERSON,
    { key: 'total', title: '合计', kind: 'number' as const },
    ...numbers.map((no) => ({ key: `q${no}`, title: no, kind: 'number' as const })),
  ]
  const { total, read } = await openWide(ctx, input)
  return {
    header,
    total,
    read: async (part) => (await read(part)).map(({ cells, ...row }) => ({ ...row, ...scoresOf(cells) })),
  }
}

function scoresOf(cells: Record<string, QuestionCell>): Row {
  return Object.fromEntries(Object.entries(cells).map(([no, { score }]) => [`q${no}`, score]))
}
