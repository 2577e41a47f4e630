import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { TENANT } from '../harness.ts'

/** A moment of the whole product: its database and its data folder. */
export interface Moment {
  database: string
  folder: string
}

export interface World extends Moment {
  url: string
  owner: pg.Client
}

/** Copies of whole worlds, on one database server. */
export class Worlds {
  private readonly made: Moment[] = []
  private number = 0

  private constructor(
    private readonly url: string,
    private readonly admin: pg.Client,
  ) {}

  static async open(url: string): Promise<Worlds> {
    const admin = new pg.Client({ connectionString: url })
    await admin.connect()
    return new Worlds(url, admin)
  }

  urlOf(database: string): string {
    return this.url.replace(/\/postgres$/, `/${database}`)
  }

  /** A copy nobody works on; what it is copied from must be at rest, too. */
  async copy(from: Moment): Promise<Moment> {
    this.number += 1
    const database = `chaos_${process.pid}_${this.number}`
    await this.admin.query(`select pg_terminate_backend(pid) from pg_stat_activity where datname = $1`, [from.database])
    await this.admin.query(`create database ${database} template ${from.database} strategy file_copy`)
    const folder = await mkdtemp(join(tmpdir(), 'xueheng-chaos-'))
    await cp(from.folder, folder, { recursive: true, filter: (path) => !path.endsWith('instance.lock') })
    const copy = { database, folder }
    this.made.push(copy)
    return copy
  }

  async enter(from: Moment): Promise<World> {
    const copy = await this.copy(from)
    const url = this.urlOf(copy.database)
    const owner = new pg.Client({ connectionString: url })
    owner.on('error', () => undefined)
    await owner.connect()
    // A long form goes on for hours; whoever signed in before it stays signed in.
    await owner.query(`update auth_session set access_expire = now() + interval '1 hour'`)
    return { ...copy, url, owner }
  }

  async drop(one: Moment): Promise<void> {
    await this.admin.query(`drop database if exists ${one.database} with (force)`)
    await rm(one.folder, { recursive: true, force: true })
  }

  async close(): Promise<void> {
    for (const one of this.made) await this.drop(one)
    await this.admin.end()
  }
}

/** What must be the same however often the program died on the way: nothing here counts time, attempts or ids. */
const RECORDS = {
  exam: `select exam_status, data_version, package_version, package_data_version, student_num, school_num, course_num from exam_info`,
  batches: `select kind, status, message, counts, fault_counts, (select count(*) from exam_import_row r where r.batch_id = b.id) as rows,
    (select count(*) from exam_import_undo u where u.batch_id = b.id) as undo, (select count(*) from exam_import_fault f where f.batch_id = b.id) as faults
    from exam_import_batch b order by kind, b.id`,
  list: `select student_number, student_name, school_code, check_status, archive_status from exam_student_import order by 1`,
  marks: `select student_number, course_name, score, score_status, check_status, archive_status from exam_score_student_course_import order by 1, 2`,
  students: `select sid, student_number, school_code, exam_class from exam_score_student order by sid`,
  scores: `select sid, course_id, score, score_status from exam_score_student_course order by 1, 2`,
  checks: `select kind, error_num, warning_num, counts from exam_import_check order by kind`,
  packages: `select package_version, data_version, pack_state, manifest->'files' as files from exam_package order by 1`,
  steps: `select task_code, is_finished, message from exam_data_progress_task where is_deleted = 0 order by 1`,
  runs: `select run_state, task_finished from exam_data_progress order by run_no desc limit 1`,
  log: `select title, count(*)::int as num from operation_log where title <> '登录' group by title order by title`,
  jobs: `select name, state, case when name <> 'exam.compute-plan' then text end as text, count(*)::int as num from job group by 1, 2, 3 order by 1, 2, 3`,
}

/** The world as it must be when its work has come to rest. */
export async function describeWorld({ owner, folder }: World): Promise<Record<string, unknown>> {
  const told: Record<string, unknown> = {}
  for (const [name, text] of Object.entries(RECORDS)) {
    const { rows } = await owner.query<object>(text)
    told[name] = rows.length > 50 ? hashOf(JSON.stringify(rows)) : rows
  }
  return { ...told, files: await describeFiles(join(folder, 'packages', TENANT)) }
}

async function describeFiles(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files: Record<string, string> = {}
  for (const entry of names.filter((one) => one.isFile())) {
    const path = join(entry.parentPath, entry.name)
    const contents = await readFile(path)
    files[path.slice(folder.length + 1)] = entry.name === 'manifest.json' ? 'there' : hashOf(contents)
  }
  return files
}

function hashOf(contents: Buffer | string): string {
  return createHash('sha256').update(contents).digest('hex').slice(0, 16)
}

/** What a killed process leaves grows old at once; the wait itself proves nothing. */
export async function age({ owner }: World): Promise<void> {
  await owner.query(`update job set heartbeat = now() - interval '1 minute' where state = 'running'`)
  await owner.query(`update pgboss.job set started_on = now() - interval '1 minute' where state = 'active'`)
}
