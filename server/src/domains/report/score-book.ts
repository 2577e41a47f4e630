import { exportStudentScore, scoreBook } from '@xueheng/contract/domains/report/score-book.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import { filtersOf, requiredReason } from '../../platform/rows/export.ts'
import { type Act, openAct } from '../../platform/audit/child-access.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { inTransaction } from '../../platform/db/pool.ts'
import { refuse } from '../../platform/error.ts'
import type { FileAnswer } from '../../platform/files/files.ts'
import { openWorkbook } from '../../platform/files/open-workbook.ts'
import { type ExportJob, isLong, startLongExport } from '../../platform/rows/long-export.ts'
import { readParts } from '../../platform/rows/parts.ts'
import { type SheetSpec, XLSX_TYPE } from '../../platform/sheet/write.ts'
import { fileNameOf, leaveOut, paperLines } from './export.ts'
import type { Library } from './library.ts'
import { openExam } from './open-exam.ts'
import { reportSheet } from './report-sheet.ts'
import { reportSql } from './report-sql.ts'
import type { Page, Row, Run } from './run.ts'
import { assemble, headRows, hiddenColumns, prepareRun } from './run-report.ts'
import { queryRows, readRows } from './read-rows.ts'
import { basisOf } from './basis.ts'

/**
 * 成绩册: one sheet per class, the best of the class first, with the scope of the signed-in user. Students are read part by part; a
 * job makes the book of many where whoever asks can fetch it later.
 */
export async function writeScoreBook(
  ctx: Ctx,
  library: Library,
  input: Input<typeof exportStudentScore>,
): Promise<FileAnswer | ExportJob> {
  const reason = requiredReason(input.reason)
  const source = await openExam(ctx, library, input.examId)
  const run = { ...(await prepareRun(ctx, library, scoreBook, source, input)), hidden: hiddenColumns([source]) }
  const rows = await countStudents(ctx, run)
  if (rows === 0) throw refuse('没有可以导出的考生，请检查所选的县区、学校或班级')
  if (isLong(input, rows)) return startLongExport(ctx, exportStudentScore.name, exportStudentScore.title, input)
  const [call, title, filters] = ['scoreBook.export', '成绩册导出', filtersOf(input)]
  const { body, sha256 } = await writeBook(ctx, run, input, rows, { kind: 'exported', call, title, reason, filters })
  await logOperation(ctx, call, title, { entity: scoreBook.name, after: { rows, filters, sha256, reason } })
  return { name: fileNameOf(ctx, run), contentType: XLSX_TYPE, body, rows }
}

async function countStudents(ctx: Ctx, run: Run): Promise<number> {
  const { totals } = reportSql(run.report)
  const values = { ...run.values, package: run.source.folder }
  const [counted] = totals ? await queryRows(ctx, totals, values) : []
  return Number(counted?.['rowsTotal'] ?? 0)
}

/** The children are noted, in one transaction, while they are written. */
async function writeBook(ctx: Ctx, run: Run, input: Input<typeof exportStudentScore>, total: number, act: Act) {
  const { rows: statement } = reportSql(run.report)
  const values = { ...run.values, package: run.source.folder }
  const heads = await headRows(ctx, run, values, { rows: [], totals: [] })
  const basis = basisOf(run.source, run.courses, null)
  const answerOf = (rows: Row[]) => assemble(run, rows, [], { current: 1, size: total }, basis, heads)
  const read = async ({ current, size }: Page) => {
    const rows = await readRows(ctx, statement, { ...values, size, skip: (current - 1) * size }, run.discloser)
    return answerOf(rows).records
  }
  return inTransaction(ctx.db, async (db) => {
    const noted = openAct({ ...ctx, db }, run.report.columns)
    async function* sheets(): AsyncGenerator<SheetSpec> {
      const empty = leaveOut(answerOf([]), input)
      const lines = paperLines(ctx, run, empty)
      for await (const records of byClass(readParts(ctx, { total, read }))) {
        await noted.meetMasked(records)
        yield reportSheet(nameOf(records[0]), lines, empty.headers, records)
      }
    }
    const book = await openWorkbook(ctx.files, sheets())
    await noted.close(act)
    return book
  })
}

function nameOf(row: Row = {}): string {
  return `${String(row['schoolName'])}${String(row['className'] ?? '')}`
}

/** Rows come class by class; the last class of a part goes on in the next. */
async function* byClass(parts: AsyncIterable<Row[]>): AsyncGenerator<Row[]> {
  let open: Row[] = []
  for await (const part of parts) {
    for (const row of part) {
      if (open[0] && !isClassmate(open[0], row)) {
        yield open
        open = []
      }
      open.push(row)
    }
  }
  if (open.length > 0) yield open
}

function isClassmate(one: Row, other: Row): boolean {
  return one['schoolCode'] === other['schoolCode'] && one['classCode'] === other['classCode']
}
