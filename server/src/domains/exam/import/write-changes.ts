import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import type { ImportCounts, RowKind } from '@xueheng/contract/domains/exam/import.ts'
import { type RawBuilder, sql } from 'kysely'
import { every, into } from '../../../platform/access/doors.ts'
import type { AnalyticsBatch } from '../../../platform/analytics/analytics.ts'
import { sqlText } from '../../../platform/analytics/sql-file.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { withStagedCsv } from '../../../platform/db/copy.ts'
import { idAfter, reserveIds } from '../../../platform/db/id.ts'
import { refreshStatistics } from '../../../platform/db/statistics.ts'
import { own } from '../../../platform/db/table.ts'
import { withRoom } from '../../../platform/db/work-memory.ts'
import { conflict } from '../../../platform/error.ts'
import { examImportUndo } from '../tables.ts'
import type { JobProgress } from '../../../platform/jobs/jobs.ts'
import type { Batch, RowBatch } from './batch.ts'
import { type Target, targetOf } from './import-target.ts'
import { withTempFile } from './temp-file.ts'

const LIST = every(examStudentImport, 'a mark stands beside what the list says of its student')

/** Marks that are sorted at a time, so that the memory of a sort does not grow with the exam. */
const MOST_SORTED = 250_000

/** The records an evaluated batch adds or changes, as a CSV file for `writeChanges`; about `most` are sorted at a time. */
export async function copyChanges(
  { files }: Pick<Ctx, 'files'>,
  db: AnalyticsBatch,
  kind: RowKind,
  path: string,
  most = MOST_SORTED,
): Promise<void> {
  const { changesSql, isByCourse } = targetOf(kind)
  const [first, ...others] = isByCourse ? await courseGroups(db, most) : []
  await copyTo(db, changesSql(first), path, true)
  for (const courses of others)
    await withTempFile({ files }, 'csv', async (part) => {
      await copyTo(db, changesSql(courses), part, false)
      await pipeline(createReadStream(part), createWriteStream(path, { flags: 'a' }))
    })
}

async function copyTo(db: AnalyticsBatch, rows: string, path: string, header: boolean): Promise<void> {
  await db.run(`copy (${rows}) to ${sqlText(path)} (format csv, header ${header})`)
}

/** The courses in the order of their names, so many together as are sorted at a time. */
async function courseGroups(db: AnalyticsBatch, most: number): Promise<number[][]> {
  const courses = await db.query<{ courseId: number; num: number }>(
    'select course_id::int as course_id, (select count(*) from entry)::int as num from course order by course_name',
  )
  const size = Math.max(1, Math.floor(most / Math.max(1, courses[0]?.num ?? 0)))
  const ids = courses.map(({ courseId }) => courseId)
  return Array.from({ length: Math.ceil(ids.length / size) }, (_none, i) => ids.slice(i * size, (i + 1) * size))
}

/** Writes what a batch adds (`fresh` records) or changes, and remembers what stood there before. */
export async function writeChanges(
  ctx: Ctx,
  path: string,
  batch: RowBatch,
  { fresh, changed }: Pick<ImportCounts, 'fresh' | 'changed'>,
  progress: JobProgress,
): Promise<void> {
  const target = targetOf(batch.kind)
  await progress.report({ step: '写入', done: 0, total: fresh + changed })
  await withStagedCsv(ctx.db, target.changeColumns, path, async (changes) => {
    if (changed > 0) {
      await rememberBefore(ctx, batch, target, changes)
      requireAll(await updateChanged(ctx, batch, target, changes), changed)
    }
    await progress.report({ done: changed })
    requireAll(await withRoom(ctx.db, () => addFresh(ctx, batch, target, changes, fresh)), fresh)
  })
}

/** What a mark takes from the list may have gone from it in between. */
function requireAll(written: bigint | undefined, wanted: number): void {
  if (written !== BigInt(wanted)) throw conflict('名单在写入时有变动，请重新校验')
}

/** The exam is checked and archived right after its rows are written. Every statement leaves out removed ones: not told how many, the planner expects next to none that are left. */
export async function tellRows(ctx: Ctx, batch: RowBatch): Promise<void> {
  const { entity, keys } = targetOf(batch.kind)
  await refreshStatistics(ctx.db, into(entity), [...keys, 'is_deleted'])
}

/** What is added is known by its batch. */
async function rememberBefore(ctx: Ctx, batch: Batch, { entity }: Target, changes: RawBuilder<unknown>): Promise<void> {
  await sql`insert into ${own(examImportUndo)} (tenant_id, batch_id, target_id, before)
    select ${ctx.user.tenantId}, ${batch.id}::bigint, c.id, to_jsonb(t)
    from ${changes} c join ${every(entity, 'what an import changes is kept for its undo')} t on t.id = c.id`.execute(
    ctx.db,
  )
}

/** The rows of a batch have passed its rules; the check of the exam writes those only against which something speaks. */
const PASSED = 1

async function updateChanged(
  ctx: Ctx,
  batch: Batch,
  target: Target,
  changes: RawBuilder<unknown>,
): Promise<bigint | undefined> {
  const sets = target.columns.map((name) => sql`${sql.ref(name)} = ${valueOf(target, name)}`)
  const done = await sql`update ${into(target.entity)} t set ${sql.join(sets)},
      batch_id = ${batch.id}, check_status = ${PASSED}, check_msg = null, archive_status = 0,
      update_user = ${ctx.user.id}, update_time = localtimestamp(0)
    from ${changes} c ${listOf(target)} where t.id = c.id`.execute(ctx.db)
  return done.numAffectedRows
}

async function addFresh(
  ctx: Ctx,
  batch: Batch,
  target: Target,
  changes: RawBuilder<unknown>,
  count: number,
): Promise<bigint | undefined> {
  const { id, tenantId, deptId } = ctx.user
  // Numbered before the list is joined: to count rows holds each of them once more, as wide as it is.
  const fresh = sql`(select *, row_number() over () - 1 as place from ${changes} where id is null)`
  const done =
    await sql`insert into ${into(target.entity)} (id, tenant_id, exam_id, ${sql.join(target.columns.map((name) => sql.ref(name)))},
      batch_id, check_status, archive_status, create_user, create_dept, update_user)
    select ${idAfter(reserveIds(count), sql`c.place`)}, ${tenantId}, ${batch.examId}::bigint,
      ${sql.join(target.columns.map((name) => valueOf(target, name)))},
      ${batch.id}, ${PASSED}, 0, ${id}::bigint, ${deptId || null}::bigint, ${id}::bigint
    from ${fresh} c ${listOf(target)}`.execute(ctx.db)
  return done.numAffectedRows
}

/** The student of each change, where columns are taken from the list. */
function listOf({ listed }: Target): RawBuilder<unknown> {
  return listed.length > 0 ? sql`join ${LIST} r on r.id = c.roster_id` : sql``
}

/** A blank text is an empty field of the CSV, which arrives as null. */
function valueOf({ listed }: Target, column: string): RawBuilder<unknown> {
  if (listed.includes(column)) return sql.ref(`r.${column}`)
  const value = sql.ref(`c.${column}`)
  return column === 'score_text' ? sql`coalesce(${value}, '')` : value
}
