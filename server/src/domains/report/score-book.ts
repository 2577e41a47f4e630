import { scoreBook, type exportStudentScore } from '@xueheng/contract/domains/report/score-book.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import { filtersOf, requiredReason } from '../../platform/rows/export.ts'
import { noteAnswer } from '../../platform/audit/child-access.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import type { FileAnswer } from '../../platform/files/files.ts'
import { writeWorkbook, XLSX_TYPE } from '../../platform/sheet/write.ts'
import { fileNameOf, MAX_EXPORT_ROWS, paperLines, tooMany } from './export.ts'
import type { Library } from './library.ts'
import { openExam } from './open-exam.ts'
import { reportSheet } from './report-sheet.ts'
import { reportSql } from './report-sql.ts'
import type { Row, Run } from './run.ts'
import { assemble, hiddenColumns, prepareRun } from './run-report.ts'
import { queryRows, readRows } from './read-rows.ts'
import { basisOf } from './basis.ts'

/** 成绩册: one sheet per class, the best of the class first, with the scope of the signed-in user. */
export async function writeScoreBook(
  ctx: Ctx,
  library: Library,
  input: Input<typeof exportStudentScore>,
): Promise<FileAnswer> {
  const reason = requiredReason(input.reason)
  const source = await openExam(ctx, library, input.examId)
  const run = { ...(await prepareRun(ctx, library, scoreBook, source, input)), hidden: hiddenColumns([source]) }
  const { rows, total } = await readBook(ctx, run)
  const page = { current: 1, size: MAX_EXPORT_ROWS }
  const answer = assemble(run, rows, [], page, basisOf(source, run.courses, null))
  const after = { rows: total, filters: filtersOf(input), reason }
  const [call, title] = ['scoreBook.export', '成绩册导出']
  await logOperation(ctx, call, title, { entity: scoreBook.name, after })
  await noteAnswer(ctx, { kind: 'exported', call, title, reason, filters: after.filters }, answer.records)
  const lines = paperLines(ctx, run, answer)
  const body = await writeWorkbook(
    byClass(answer.records).map(([name, records]) => reportSheet(name, lines, answer.headers, records)),
  )
  return { name: fileNameOf(ctx, run), contentType: XLSX_TYPE, body }
}

async function readBook(ctx: Ctx, run: Run): Promise<{ rows: Row[]; total: number }> {
  const statements = reportSql(run.report)
  const values = { ...run.values, package: run.source.folder, size: MAX_EXPORT_ROWS }
  const [counted] = statements.totals ? await queryRows(ctx, statements.totals, values) : []
  const total = Number(counted?.['rowsTotal'] ?? 0)
  if (total > MAX_EXPORT_ROWS) throw tooMany(total)
  if (total === 0) throw refuse('没有可以导出的考生，请检查所选的县区、学校或班级')
  return { rows: await readRows(ctx, statements.rows, values, run.discloser), total }
}

/** Rows come class by class. */
function byClass(records: Row[]): [string, Row[]][] {
  const classes = new Map<string, [string, Row[]]>()
  for (const row of records) {
    const key = `${String(row['schoolCode'])} ${String(row['classCode'] ?? '')}`
    const known = classes.get(key) ?? [`${String(row['schoolName'])}${String(row['className'] ?? '')}`, []]
    known[1].push(row)
    classes.set(key, known)
  }
  return [...classes.values()]
}
