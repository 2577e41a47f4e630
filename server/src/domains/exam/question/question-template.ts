import { EXAMPLE_MARK } from '@xueheng/contract/domains/exam/import-kinds.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { refuse } from '../../../platform/error.ts'
import type { FileAnswer } from '../../../platform/files/files.ts'
import { type SheetSpec, XLSX_TYPE, writeWorkbook } from '../../../platform/sheet/write.ts'
import { type Paper, papersOf } from './papers.ts'

/** An empty workbook for question scores: a sheet per paper, a column per question, an example row that is never imported. */
export async function questionTemplate(
  ctx: Pick<Ctx, 'db'>,
  examId: string,
  examName: string,
  note: string,
): Promise<FileAnswer> {
  const papers = await papersOf(ctx, examId)
  if (papers.length === 0) throw refuse('请先录入试卷题目，再下载小题分模板')
  const file = await writeWorkbook(papers.map((paper) => sheetOf(paper, papers, examName, note)))
  return { name: `${examName}-小题分模板.xlsx`, contentType: XLSX_TYPE, body: file }
}

function sheetOf(
  { courseName, paperCode, questions }: Paper,
  papers: Paper[],
  examName: string,
  note: string,
): SheetSpec {
  const isOnly = papers.filter((one) => one.courseName === courseName).length === 1
  const header = [
    { title: '考号*', key: 'studentNumber', width: 14 },
    { title: '姓名', key: 'studentName', width: 14 },
    ...questions.map((no) => ({ title: no, key: `q${no}`, width: 8 })),
  ]
  const name = isOnly ? courseName : `${courseName}${paperCode}卷`
  const example = { studentNumber: `${EXAMPLE_MARK}0001`, studentName: '张三' }
  return { name, title: [`${examName}${name}小题分`, note], header, rows: [example] }
}
