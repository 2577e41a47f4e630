import { exportQuestionScores } from '@xueheng/contract/domains/exam/question/question-calls.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { refuse } from '../../../platform/error.ts'
import type { FileAnswer } from '../../../platform/files/files.ts'
import { filtersOf, requiredReason } from '../../../platform/rows/export.ts'
import type { SheetSpec } from '../../../platform/sheet/sheet-spec.ts'
import { workbook } from '../../../platform/table-import/table-file.ts'
import { findExam } from '../exam-row.ts'
import { listCourses } from './question-courses.ts'
import { listMarks, listWide } from './read-questions.ts'

type Asked = Input<typeof exportQuestionScores>
type Sheet = Pick<SheetSpec, 'header'> & { rows: Record<string, unknown>[]; total: number }

/** Rows of one workbook that a request may wait for. */
const MOST_ROWS = 20_000

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

/** What one of the two lists shows under these filters, all pages, as a workbook; for a reason, which is kept. */
export async function exportQuestions(ctx: Ctx, input: Asked): Promise<FileAnswer> {
  const reason = requiredReason(input.reason)
  const exam = await findExam(ctx, input.examId)
  const { header, rows, total } = input.isWide ? await wideSheet(ctx, input) : await longSheet(ctx, input)
  if (total > MOST_ROWS) throw refuse(`共${total}行，超过${MOST_ROWS}行，请按学校、班级或题号缩小范围后再导出`)
  await logOperation(ctx, exportQuestionScores.name, exportQuestionScores.title, {
    entity: 'examInfo',
    rowId: exam.id,
    after: { rows: rows.length, filters: filtersOf(input), reason },
  })
  const sheet = { name: input.courseName, header, rows, freeze: { rows: 1, columns: 2 } }
  return workbook(`${exam.examName}-${input.courseName}小题分`, sheet)
}

async function longSheet(ctx: Ctx, input: Asked): Promise<Sheet> {
  const { records, total } = await listMarks(ctx, { ...input, current: 1, size: MOST_ROWS })
  return { header: [...PERSON, ...MARK], rows: records, total }
}

/** A column per question, in the order of the papers; one that several papers have is one column. */
async function wideSheet(ctx: Ctx, input: Asked): Promise<Sheet> {
  const course = (await listCourses(ctx, input.examId)).find((one) => one.courseName === input.courseName)
  const numbers = [...new Set(course?.questions.map((one) => one.questionNo))]
  const { records, total } = await listWide(ctx, { ...input, current: 1, size: MOST_ROWS })
  const header = [
    ...PERSON,
    { key: 'total', title: '合计', kind: 'number' as const },
    ...numbers.map((no) => ({ key: `q${no}`, title: no, kind: 'number' as const })),
  ]
  const rows = records.map(({ cells, ...row }) => ({
    ...row,
    ...Object.fromEntries(Object.entries(cells).map(([no, { score }]) => [`q${no}`, score])),
  }))
  return { header, rows, total }
}
