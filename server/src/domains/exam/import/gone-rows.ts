import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'
import type { GoneRow, GoneRows } from '@xueheng/contract/domains/exam/import.ts'
import { sql } from 'kysely'
import { every, into } from '../../../platform/access/doors.ts'
import type { AnalyticsBatch } from '../../../platform/analytics/analytics.ts'
import { sqlText } from '../../../platform/analytics/sql-file.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { withStagedCsv } from '../../../platform/db/copy.ts'
import { own } from '../../../platform/db/table.ts'
import { conflict } from '../../../platform/error.ts'
import { examImportUndo } from '../tables.ts'
import type { Batch, RowBatch } from './batch.ts'
import { targetOf } from './import-target.ts'
import { withTempFile } from './temp-file.ts'

const MARKS = every(examScoreImport, 'a student with any mark is not taken off the list')

/** Rows named one by one; the count speaks of all. */
const MOST_NAMED = 1000

/** What an evaluated batch would take away. */
export async function readGone(db: AnalyticsBatch, { isExact }: Batch): Promise<GoneRows> {
  if (!isExact) return { num: 0, rows: [] }
  const [count] = await db.query<{ num: number }>('select count(*)::int as num from gone')
  const rows = await db.query<GoneRow>(`select student_number, student_name,
      school_name, class_name, course_name, text
    from gone order by school_name, class_name, course_name, student_number limit ${MOST_NAMED}`)
  return { num: count?.num ?? 0, rows }
}

/** Why rows may not go: marks of nobody would be left. Empty where nothing speaks against it. */
export async function goneMessage({ db }: Pick<Ctx, 'db'>, analytics: AnalyticsBatch, batch: Batch): Promise<string> {
  if (!batch.isExact || batch.kind !== 'student') return ''
  const found = await analytics.query<{ number: string }>('select student_number as number from gone')
  const numbers = found.map((row) => row.number)
  const marked = await sql<{ num: number }>`select count(distinct m.student_number)::int as num from ${MARKS} m
    where m.exam_id = ${batch.examId} and m.is_deleted = 0 and m.student_number = any(${numbers})`.execute(db)
  const num = marked.rows[0]?.num ?? 0
  return num > 0 ? `要移除的考生中有 ${num} 名已有成绩，请先移除他们的成绩` : ''
}

/** Refuses what nobody has agreed to: more rows would go than were shown. */
export function requireShown(batch: Batch, gone: GoneRows): void {
  if (gone.num !== (batch.gone?.num ?? 0)) throw conflict('要移除的行在校验之后有变动，请重新校验')
}

/** Takes the rows away and remembers them for the undo of the batch. */
export async function removeGone(ctx: Ctx, db: AnalyticsBatch, batch: RowBatch, gone: GoneRows): Promise<void> {
  if (gone.num === 0) return
  const rows = into(targetOf(batch.kind).entity)
  await withTempFile(ctx, 'csv', async (path) => {
    await db.run(`copy (select id from gone) to ${sqlText(path)} (format csv, header true)`)
    await withStagedCsv(ctx.db, { id: 'bigint' }, path, async (ids) => {
      await sql`insert into ${own(examImportUndo)} (tenant_id, batch_id, target_id, before)
        select ${ctx.user.tenantId}, ${batch.id}, t.id, to_jsonb(t) from ${rows} t join ${ids} c on c.id = t.id`.execute(
        ctx.db,
      )
      await sql`delete from ${rows} t using ${ids} c where c.id = t.id`.execute(ctx.db)
    })
  })
  const after = { examId: batch.examId, kind: batch.kind, removed: gone.num }
  await logOperation(ctx, 'examImport.keepOnly', '导入时移除工作簿里没有的行', { rowId: batch.id, after })
}
