import { createReadStream } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { school } from '@xueheng/contract/domains/school/index.ts'
import pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { operationLog } from '../../platform/audit/tables.ts'
import { nextId } from '../../platform/db/id.ts'
import { readApplied } from '../../platform/db/migrate.ts'
import { hashFile } from '../../platform/files/hash-file.ts'
import { type DatabaseManifest, type TableDump, columnList, quoted } from './dump.ts'
import { jobTable } from '../../platform/jobs/tables.ts'
import { unpack } from './restore.ts'

/** One exam of a tenant by its id, with its packages; or the registers of one school by its code, its exams left alone. */
export type Part = { tenantId: string } & ({ exam: string } | { school: string })

export interface PartOptions {
  file: string
  masterKey: Buffer
  /** Of the tables' owner. */
  url: string
  dataDir: string
  part: Part
  /** Without it, what would change is only counted. */
  isWritten: boolean
}

/** Rows of the backup, or files, by what the running program has in their place. */
export interface Difference {
  name: string
  missing: number
  changed: number
  same: number
}

/**
 * Puts back what a backup knows of one exam or school: rows and files that are gone, and those that are not as they were.
 * What came since then stays. All in one transaction, files before its end, with a line in the operation log. Refuses a backup of
 * other tables, an exam that is being worked on, and one that has newer marks or reports than the backup: the two would not go together.
 */
export async function restorePart(options: PartOptions): Promise<Difference[]> {
  const { file, masterKey, dataDir, url } = options
  await mkdir(join(dataDir, 'tmp'), { recursive: true })
  const scratch = await mkdtemp(join(dataDir, 'tmp', 'restore-'))
  const [files, rows] = [join(scratch, 'files'), join(scratch, 'rows')]
  const client = new pg.Client({ connectionString: url })
  try {
    const { database } = await unpack(file, masterKey, files, rows)
    await client.connect()
    await assertSameTables(client, database)
    await client.query('begin')
    await client.query("set local timezone = 'UTC'")
    await assertIdle(client, options)
    const found = [...(await putRows(client, database, rows, options)), ...(await putFiles(files, options))]
    await client.query(options.isWritten ? 'commit' : 'rollback')
    return found
  } finally {
    await client.end()
    await rm(scratch, { recursive: true, force: true })
  }
}

async function assertSameTables(client: pg.Client, { migrations }: DatabaseManifest): Promise<void> {
  const here = JSON.stringify(await readApplied(client))
  if (JSON.stringify(migrations) !== here)
    throw new Error('备份来自另一个版本的数据库，只能整体恢复到空目录（--to），再从那里取用')
}

async function putRows(
  client: pg.Client,
  database: DatabaseManifest,
  rows: string,
  { part, isWritten }: PartOptions,
): Promise<Difference[]> {
  const found: Difference[] = []
  /** Rows by the table whose ids others name. */
  const ids = new Map<string, Set<string>>()
  for (const table of database.tables) {
    const place = placeIn(table, part, ids)
    const keys = place ? await keyOf(client, table.name) : []
    // Numbers that are kept beside rows have no key: they follow the rows.
    if (!place || keys.length === 0) continue
    await layBeside(client, table, linesOf(join(rows, table.name), table, place, part.tenantId))
    if (table.name === examInfo.table) await assertNotNewer(client)
    if (PARENTS.has(table.name)) ids.set(table.name, await idsBeside(client))
    const difference = await compare(client, table, keys, isWritten)
    if (difference.missing + difference.changed + difference.same > 0) found.push(difference)
  }
  if (isWritten && found.some(({ missing, changed }) => missing + changed > 0)) await noteRestore(client, part)
  return found
}

/** Until the rows are put back no import, archive or computing of the exam begins; one that is under way is let go on. */
async function assertIdle(client: pg.Client, { part, isWritten }: PartOptions): Promise<void> {
  if (!isWritten || !('exam' in part)) return
  const examId = valueOf(part)
  const locked = await client.query<{ free: boolean }>(
    `select pg_try_advisory_xact_lock(hashtextextended($1, 0)) as free`,
    [`exam-import:${examId}`],
  )
  const working = await client.query<{ title: string }>(
    `select title from public.${jobTable.name} where tenant_id = $1 and state in ('waiting', 'running')
      and (singleton_key = $2 or starts_with(singleton_key, $2 || ':')) limit 1`,
    [part.tenantId, examId],
  )
  const [job] = working.rows
  if (job || !locked.rows[0]?.free) throw new Error(`这次考试正在「${job?.title ?? '导入或归档'}」，请等它完成后再恢复`)
}

function valueOf(part: Part): string {
  const value = 'exam' in part ? part.exam : part.school
  if (!/^[\w-]+$/.test(value)) throw new Error(`编号不正确：${value}`)
  return value
}

interface Place {
  column: string
  values: ReadonlySet<string>
}

/** Tables whose ids other tables of the exam name, by the column that names them. */
const PARENT_OF = { batch_id: 'exam_import_batch', task_id: 'exam_task', arrange_task_id: 'exam_arrange_task' }
const PARENTS: ReadonlySet<string> = new Set(Object.values(PARENT_OF))

/** The registers that say whose a row is by its school. */
const REGISTERS: ReadonlySet<string> = new Set(
  school.entities.flatMap(({ table, scope }) => (scope?.school ? [table] : [])),
)

/** Where a table says which exam or school a row is of; nothing where it does not. Tables come in the order of their names, parents first. */
function placeIn(
  { name, columns }: TableDump,
  part: Part,
  ids: ReadonlyMap<string, ReadonlySet<string>>,
): Place | undefined {
  const values = new Set([valueOf(part)])
  if ('school' in part)
    return REGISTERS.has(name) && columns.includes('school_code') ? { column: 'school_code', values } : undefined
  // Evaluations are made of several exams.
  if (!name.startsWith('exam_') || name.startsWith('exam_model')) return undefined
  if (name === examInfo.table) return { column: 'id', values }
  if (columns.includes('exam_id')) return { column: 'exam_id', values }
  const found = Object.entries(PARENT_OF).find(([column]) => columns.includes(column))
  return found && { column: found[0], values: ids.get(found[1]) ?? new Set() }
}

/** Lines of COPY's text format of the tenant whose value at the place is one of those; ends of lines inside values are escaped. */
async function* linesOf(
  path: string,
  { columns }: TableDump,
  { column, values }: Place,
  tenantId: string,
): AsyncGenerator<string> {
  const [at, tenantAt] = [columns.indexOf(column), columns.indexOf('tenant_id')]
  let rest = ''
  for await (const chunk of createReadStream(path, 'utf8')) {
    const lines = `${rest}${String(chunk)}`.split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      const cells = line.split('\t', Math.max(at, tenantAt) + 1)
      if (cells[tenantAt] === tenantId && values.has(cells[at] ?? '')) yield `${line}\n`
    }
  }
}

const BESIDE = 'restored_rows'

async function layBeside(client: pg.Client, table: TableDump, lines: AsyncIterable<string>): Promise<void> {
  await client.query(`drop table if exists ${BESIDE}`)
  await client.query(`create temp table ${BESIDE} on commit drop as
    select ${columnList(table)} from public.${quoted(table.name)} with no data`)
  await pipeline(Readable.from(lines), client.query(copyFrom(`copy ${BESIDE} (${columnList(table)}) from stdin`)))
}

/** Marks and reports of today beside an exam of yesterday would be told as one. */
async function assertNotNewer(client: pg.Client): Promise<void> {
  const newer = await client.query(`select 1 from ${BESIDE} b join public.${quoted(examInfo.table)} t using (id)
    where coalesce(t.data_version, 0) > coalesce(b.data_version, 0) or coalesce(t.package_version, 0) > coalesce(b.package_version, 0)`)
  if (newer.rows.length > 0)
    throw new Error(
      '这次考试在备份之后有新的数据或报表，不能与旧数据混在一起：请整体恢复到空目录（--to），再从那里取用',
    )
}

async function idsBeside(client: pg.Client): Promise<Set<string>> {
  const found = await client.query<{ id: string }>(`select id::text as id from ${BESIDE}`)
  return new Set(found.rows.map(({ id }) => id))
}

async function compare(client: pg.Client, table: TableDump, keys: string[], isWritten: boolean): Promise<Difference> {
  const target = `public.${quoted(table.name)}`
  const isSameRow = keys.map((key) => `t.${quoted(key)} = b.${quoted(key)}`).join(' and ')
  // Generated columns stand in the table alone.
  const stored = table.columns.map((column) => `t.${quoted(column)}`).join(', ')
  const isChanged = `to_jsonb(b) <> (select to_jsonb(s) from (select ${stored}) s)`
  const counted = await client.query<Omit<Difference, 'name'>>(
    `select count(*) filter (where t.${quoted(keys[0] ?? '')} is null)::int as missing,
      count(*) filter (where t.${quoted(keys[0] ?? '')} is not null and ${isChanged})::int as changed,
      count(*) filter (where t.${quoted(keys[0] ?? '')} is not null and not ${isChanged})::int as same
    from ${BESIDE} b left join ${target} t on ${isSameRow}`,
  )
  const [row] = counted.rows
  const { missing = 0, changed = 0, same = 0 } = row ?? {}
  if (isWritten && missing + changed > 0) {
    const sets = table.columns.map((column) => `${quoted(column)} = b.${quoted(column)}`).join(', ')
    await takingNoOthersPlace(table.name, async () => {
      await client.query(`update ${target} t set ${sets} from ${BESIDE} b where ${isSameRow} and ${isChanged}`)
      await client.query(`insert into ${target} (${columnList(table)}) select ${columnList(table)} from ${BESIDE} b
      where not exists (select 1 from ${target} t where ${isSameRow})`)
    })
  }
  return { name: table.name, missing, changed, same }
}

const UNIQUE_VIOLATION = '23505'

/** What came since the backup may have taken a number or name that the backup knows for another row. */
async function takingNoOthersPlace(name: string, write: () => Promise<void>): Promise<void> {
  try {
    await write()
  } catch (error) {
    const { code, detail = '' } = error as { code?: string; detail?: string }
    if (code !== UNIQUE_VIOLATION) throw error
    throw new Error(
      `备份之后 ${name} 中有新的数据用了同一编号或名称（${detail}），请先处理它再恢复；没有写入任何数据`,
      {
        cause: error,
      },
    )
  }
}

async function keyOf(client: pg.Client, table: string): Promise<string[]> {
  const found = await client.query<{ name: string }>(
    `select a.attname as name from pg_index i join pg_attribute a on a.attrelid = i.indrelid and a.attnum = any(i.indkey)
     where i.indrelid = $1::regclass and i.indisprimary`,
    [`public.${quoted(table)}`],
  )
  return found.rows.map(({ name }) => name)
}

async function noteRestore(client: pg.Client, part: Part): Promise<void> {
  await client.query(
    `insert into public.${operationLog.name} (id, tenant_id, user_id, account, call, title, entity, row_id, new_values)
     values ($1, $2, 0, 'npm run restore', 'ops.restorePart', '从备份恢复部分数据', $3, $4, $5)`,
    [nextId(), part.tenantId, 'exam' in part ? 'examInfo' : 'basicSchool', valueOf(part), JSON.stringify(part)],
  )
}

/** Packages of the exam that are gone or damaged; those of a school's exams are left alone. */
async function putFiles(files: string, { part, dataDir, isWritten }: PartOptions): Promise<Difference[]> {
  if (!('exam' in part)) return []
  const found = { name: 'packages', missing: 0, changed: 0, same: 0 }
  for (const path of await filesBelow(join(files, 'packages'))) {
    if (!path.startsWith(`${part.tenantId}/${part.exam}/`)) continue
    const [from, to] = [join(files, 'packages', path), join(dataDir, 'packages', path)]
    const here = await hashFile(to).catch(() => undefined)
    const state = here === undefined ? 'missing' : here === (await hashFile(from)) ? 'same' : 'changed'
    found[state] += 1
    if (!isWritten || state === 'same') continue
    await mkdir(dirname(to), { recursive: true })
    await rm(to, { force: true })
    await cp(from, to)
  }
  return [found]
}

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
}
