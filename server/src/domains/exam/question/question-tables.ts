import { parseQuestionTarget } from '@xueheng/contract/domains/exam/import-kinds.ts'
import type { ImportSheet } from '@xueheng/contract/domains/exam/import.ts'
import type { AnalyticsBatch } from '../../../platform/analytics/analytics.ts'
import { sqlText } from '../../../platform/analytics/sql-file.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { isTaken } from '../import/left-out.ts'
import { loadRecords } from '../import/load-records.ts'
import { listQuestionFiles, questionPath } from './question-files.ts'

const PLACE = { file_no: 'INTEGER', sheet_no: 'INTEGER' }
const PAPER_COLUMNS = { ...PLACE, course_name: 'VARCHAR', paper_code: 'VARCHAR' }
const COLUMN_COLUMNS = { ...PLACE, column_no: 'INTEGER', question_no: 'VARCHAR' }

/** Tables `sheet_paper`, `question_column` and `stored_mark` for the sheets of a batch. */
export async function loadQuestionSheets(
  ctx: Pick<Ctx, 'db' | 'files' | 'user'>,
  db: AnalyticsBatch,
  examId: string,
  sheets: ImportSheet[],
): Promise<void> {
  const used = sheets.filter(isTaken)
  const place = ({ fileNo, sheetNo }: ImportSheet) => ({ file_no: fileNo, sheet_no: sheetNo })
  await loadRecords(
    db,
    'sheet_paper',
    PAPER_COLUMNS,
    used.map((sheet) => ({ ...place(sheet), course_name: sheet.courseName, paper_code: sheet.paperCode })),
  )
  await loadRecords(
    db,
    'question_column',
    COLUMN_COLUMNS,
    used.flatMap((sheet) =>
      sheet.targets.flatMap((target, i) => {
        const questionNo = parseQuestionTarget(target)
        return questionNo === undefined ? [] : [{ ...place(sheet), column_no: i, question_no: questionNo }]
      }),
    ),
  )
  await loadStoredMarks(ctx, db, examId)
}

/** What is staged of an exam: view `stored_mark` over its files, which are read where they lie. */
export async function loadStoredMarks(
  ctx: Pick<Ctx, 'db' | 'files' | 'user'>,
  db: AnalyticsBatch,
  examId: string,
): Promise<void> {
  const files = await listQuestionFiles(ctx, examId, 'staged')
  const paths = await Promise.all(files.map(async (file) => sqlText(await questionPath(ctx, examId, file))))
  await db.run(
    paths.length > 0
      ? `create view stored_mark as select * from read_parquet([${paths.join(', ')}])`
      : `create table stored_mark (student_number varchar, course_id smallint, paper_code varchar, question_no varchar,
          score10 smallint, answer varchar)`,
  )
}
