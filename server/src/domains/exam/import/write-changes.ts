import type { ImportCounts } from '@xueheng/contract/domains/exam/import.ts'
import { createWriteStream } from 'node:fs'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type RawBuilder, sql } from 'kysely'
import { every, into } from '../../../platform/access/doors.ts'
import type { AnalyticsBatch } from '../../../platform/analytics/analytics.ts'
import { sqlText } from '../../../platform/analytics/sql-file.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { withStagedCsv } from '../../../platform/db/copy.ts'
import { nextId } from '../../../platform/db/id.ts'
import { refreshStatistics } from '../../../platform/db/statistics.ts'
import { own } from '../../../platform/db/table.ts'
import { examImportUndo } from '../tables.ts'
import type { JobProgress } from '../../../platform/jobs/jobs.ts'
import type { Batch, RowBatch } from './batch.ts'
import { type Target, targetOf } from './import-target.ts'
import { withTempFile } from './temp-file.ts'
import { loadCsv } from './workbench.ts'

/** Writes what an evaluated batch adds (`fresh` records) or changes, and remembers what stood there before. */
export async function writeChanges(
  ctx: Ctx,
  db: AnalyticsBatch,
  batch: RowBatch,
  { fresh, changed }: Pick<ImportCounts, 'fresh' | 'changed'>,
  progress: JobProgress,
): Promise<void> {
  const target = targetOf(batch.kind)
  await progress.report({ step: '写入', done: 0, total: fresh + changed })
  await withTempFile(ctx, 'csv', async (idPath) => {
    await writeIds(idPath, fresh)
    await loadCsv(db, 'fresh_id', idPath)
  })
  await withTempFile(ctx, 'csv', async (path) => {
    await db.run(`copy (${target.changesSql}) to ${sqlText(path)} (format csv, header true)`)
    await withStagedCsv(ctx.db, target.changeColumns, path, async (changes) => {
      await rememberBefore(ctx, batch, target, changes)
      await updateChanged(ctx, batch, target, changes)
      await progress.report({ done: changed })
      await addFresh(ctx, batch, target, changes)
    })
  })
}

/** The exam is checked and archived right after its rows are written. */
export async function tellRows(ctx: Ctx, batch: RowBatch): Promise<void> {
  const { entity, keys } = targetOf(batch.kind)
  await refreshStatistics(ctx.db, into(entity), keys)
}

/** What is added is known by its batch. */
async function rememberBefore(ctx: Ctx, batch: Batch, { entity }: Target, changes: RawBuilder<unknown>): Promise<void> {
  await sql`insert into ${own(examImportUndo)} (tenant_id, batch_id, target_id, before)
    select ${ctx.user.tenantId}, ${batch.id}::bigint, c.id, to_jsonb(t)
    from ${changes} c join ${every(entity, 'what an import changes is kept for its undo')} t on t.id = c.id
    where not c.is_fresh`.execute(ctx.db)
}

/** The rows of a batch have passed its rules; the check of the exam writes those only against which something speaks. */
const PASSED = 1

async function updateChanged(ctx: Ctx, batch: Batch, target: Target, changes: RawBuilder<unknown>): Promise<void> {
  const sets = target.columns.map((name) => sql`${sql.ref(name)} = ${valueOf(name)}`)
  await sql`update ${into(target.entity)} t set ${sql.join(sets)},
      batch_id = ${batch.id}, check_status = ${PASSED}, check_msg = null, archive_status = 0,
      update_user = ${ctx.user.id}, update_time = localtimestamp(0)
    from ${changes} c where t.id = c.id and not c.is_fresh`.execute(ctx.db)
}

async function addFresh(ctx: Ctx, batch: Batch, target: Target, changes: RawBuilder<unknown>): Promise<void> {
  const { id, tenantId, deptId } = ctx.user
  await sql`insert into ${into(target.entity)} (id, tenant_id, exam_id, ${sql.join(target.columns.map((name) => sql.ref(name)))},
      batch_id, check_status, archive_status, create_user, create_dept, update_user)
    select c.id, ${tenantId}, ${batch.examId}::bigint, ${sql.join(target.columns.map(valueOf))},
      ${batch.id}, ${PASSED}, 0, ${id}::bigint, ${deptId || null}::bigint, ${id}::bigint
    from ${changes} c where c.is_fresh`.execute(ctx.db)
}

/** A blank text is an empty field of the CSV, which arrives as null. */
function valueOf(column: string): RawBuilder<unknown> {
  const value = sql.ref(`c.${column}`)
  return column === 'score_text' ? sql`coalesce(${value}, '')` : value
}

/** One id per fresh row, numbered. */
async function writeIds(path: string, count: number): Promise<void> {
  function* lines(): Generator<string> {
    let chunk = 'n,id\n'
    for (let n = 1; n <= count; n++) {
      chunk += `${n},${nextId()}\n`
      if (n % 1000 === 0) {
        yield chunk
        chunk = ''
      }
    }
    yield chunk
  }
  await pipeline(Readable.from(lines(), { objectMode: false }), createWriteStream(path))
}
