import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { UNDO_DAYS } from '@xueheng/contract/platform/table-import.ts'
import { sql } from 'kysely'
import { into, visible } from '../access/doors.ts'
import { logChanges } from '../audit/log-changes.ts'
import type { Ctx, Db, JobProgress } from '../ctx.ts'
import { type CopyValue, withStagedRows } from '../db/copy.ts'
import { nextId } from '../db/id.ts'
import { own } from '../db/table.ts'
import { AppError, askFirst, conflict } from '../error.ts'
import type { StoredRow } from '../rows/rows.ts'
import { changedNames } from '../rows/same.ts'
import { dropRows, lockRows } from '../rows/write.ts'
import { type ImportRow, type Imported, checkRows } from './judge-rows.ts'
import { saveRows } from './save-rows.ts'
import { type Book, faultsOf, isFaulty } from './table-import.ts'
import { tableImport, tableImportRow, tableMend } from './tables.ts'

/** Writes down which rows an import added and changed, and what they held before. */
export async function recordImport(ctx: Ctx, entity: AnyEntity, book: Book, written: readonly ImportRow[]) {
  if (written.length === 0) return
  const importId = nextId()
  const added = written.filter(({ isKnown }) => !isKnown).length
  await sql`insert into ${own(tableImport)} (id, tenant_id, entity, file_id, file_name, added, changed, create_user)
    values (${importId}, ${ctx.user.tenantId}, ${entity.name}, ${book.fileId}, ${book.name}, ${added},
      ${written.length - added}, ${ctx.user.id})`.execute(ctx.db)
  const columns = { row_id: 'bigint', row_no: 'integer', old_values: 'jsonb' }
  await withStagedRows(ctx.db, columns, linesOf(written), (staged) =>
    sql`insert into ${own(tableImportRow)} (import_id, tenant_id, row_id, row_no, left_time, old_values)
      select ${importId}, ${ctx.user.tenantId}, s.row_id, s.row_no, t.update_time, s.old_values
      from ${staged} s join ${into(entity)} t on t.id = s.row_id`.execute(ctx.db),
  )
}

function* linesOf(written: readonly ImportRow[]): Generator<readonly CopyValue[]> {
  for (const row of written) yield [row.id, row.rowNo, oldValues(row)]
}

/** What fields that change held; null of a row that was not there. */
function oldValues({ input, before }: ImportRow): Record<string, unknown> | null {
  return before ? Object.fromEntries(changedNames(input, before).map((name) => [name, before[name] ?? null])) : null
}

/** Imports of the caller that can still be taken back, and those that were. */
export async function listImports({ db, user }: Ctx, entity: AnyEntity) {
  const found = await sql<{
    id: string
    fileId: string
    fileName: string
    added: number
    changed: number
    createTime: string
    isUndone: 0 | 1
  }>`select id, file_id, file_name, added, changed, to_char(create_time, 'YYYY-MM-DD HH24:MI:SS') as create_time,
      (undo_time is not null)::int as is_undone
    from ${own(tableImport)} where create_user = ${user.id} and entity = ${entity.name}
      and create_time > now() - ${UNDO_DAYS} * interval '1 day' order by create_time desc, id desc`.execute(db)
  return found.rows
}

/** The caller's own import with the name of its file; refuses one that was taken back. */
export async function findImport(ctx: Ctx, entity: AnyEntity, id: string) {
  const found = (await listImports(ctx, entity)).find((one) => one.id === id)
  if (!found) throw new AppError('row.notFound')
  if (found.isUndone) throw conflict('该次导入已撤销')
  return found
}

/** Whoever takes an import back knows that rows which were changed since stay as they are. */
export async function askAboutChanged(ctx: Ctx, entity: AnyEntity, importId: string): Promise<void> {
  const found = await sql<{
    total: number
    standing: number
  }>`select count(*)::int as total, count(t.id)::int as standing
    from ${own(tableImportRow)} r left join ${visible(ctx, entity)} t on t.id = r.row_id and t.update_time = r.left_time
    where r.import_id = ${importId}`.execute(ctx.db)
  const { total = 0, standing = 0 } = found.rows[0] ?? {}
  if (standing === 0) throw conflict('导入的行都已被修改或删除，没有可撤销的行')
  if (standing < total)
    askFirst(ctx, `${total - standing}行导入后又被修改或删除，将保持现状；其余${standing}行撤销，请确认`)
}

export interface Undone {
  removed: number
  restored: number
  /** Changed or removed since, and left as they are. */
  kept: number
}

const SLICE = 5000

interface WrittenRow {
  rowId: string
  rowNo: number
  leftTime: string
  oldValues: Record<string, unknown> | null
}

/** Removes what an import added and gives what it changed its old values, all of it or nothing. Part of the caller's transaction. */
export async function undoImport(
  ctx: Ctx,
  imported: Imported,
  importId: string,
  report: JobProgress['report'],
): Promise<Undone> {
  const taken = await sql`update ${own(tableImport)} set undo_time = now()
    where id = ${importId} and undo_time is null`.execute(ctx.db)
  if (taken.numAffectedRows === 0n) throw conflict('该次导入已撤销')
  const sum: Undone = { removed: 0, restored: 0, kept: 0 }
  for (let after = '0'; ;) {
    const written = await readWritten(ctx.db, importId, after)
    const last = written.at(-1)
    if (!last) return sum
    after = last.rowId
    const { added, changed } = await undoSlice(ctx, imported, written)
    sum.removed += added
    sum.restored += changed
    sum.kept += written.length - added - changed
    await report({ done: sum.removed + sum.restored + sum.kept })
  }
}

async function readWritten(db: Db, importId: string, after: string): Promise<WrittenRow[]> {
  const found = await sql<WrittenRow>`select row_id, row_no, left_time, old_values from ${own(tableImportRow)}
    where import_id = ${importId} and row_id > ${after} order by row_id limit ${SLICE}`.execute(db)
  return found.rows
}

async function undoSlice(ctx: Ctx, imported: Imported, written: readonly WrittenRow[]) {
  const { entity, hooks } = imported
  const ids = written.map(({ rowId }) => rowId)
  const rows = new Map((await lockRows(entity, ctx, ids)).map((row) => [row.id, row]))
  const added: StoredRow[] = []
  const changed: ImportRow[] = []
  for (const { rowId: id, rowNo, leftTime, oldValues: old } of written) {
    const row = rows.get(id)
    if (row?.['updateTime'] !== leftTime) continue
    if (old) changed.push({ rowNo, id, input: old, typed: old, before: row, isKnown: true, values: {}, faults: {} })
    else added.push(row)
  }
  if (added.length > 0) {
    await hooks.beforeRemove?.(ctx, added)
    await dropRows(entity, ctx, added)
    await logChanges(ctx, entity, added, (row) => ({ rowId: row.id, before: row, after: undefined }))
  }
  // Old values are held to what is asked of typed ones.
  await checkRows(ctx, imported, changed)
  const faulty = changed.filter(isFaulty)
  if (faulty.length > 0) throw faultsOf(faulty, '不能撤销，全部保持现状')
  await saveRows(ctx, entity, changed)
  return { added: added.length, changed: changed.length }
}

/** What can no longer be taken back, and cells of workbooks nobody imports any more. */
export async function sweepImports(db: Db): Promise<void> {
  const isOld = sql`create_time < now() - ${UNDO_DAYS} * interval '1 day'`
  await sql`delete from ${own(tableImportRow)} where import_id in (select id from ${own(tableImport)} where ${isOld})`.execute(
    db,
  )
  await sql`delete from ${own(tableImport)} where ${isOld}`.execute(db)
  await sql`delete from ${own(tableMend)} where ${isOld}`.execute(db)
}
