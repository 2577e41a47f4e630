import type {
  FaultCount,
  GoneRows,
  ImportCounts,
  ImportSheet,
  UnknownSchool,
} from '@xueheng/contract/domains/exam/import.ts'
import { IMPORT_COLUMNS, IMPORT_KINDS, parseCourseTarget } from '@xueheng/contract/domains/exam/import-kinds.ts'
import { type LeftOut, ROW_REASONS } from '@xueheng/contract/domains/exam/left-out.ts'
import { sql } from 'kysely'
import type { AnalyticsBatch } from '../../../platform/analytics/analytics.ts'
import { sqlText } from '../../../platform/analytics/sql-file.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { withStagedCsv } from '../../../platform/db/copy.ts'
import { type JobProgress, type JobResult, defineJob } from '../../../platform/jobs/jobs.ts'
import { type Batch, type StoredFile, loadBatch, loadExam, loadFiles, moveBatch } from './batch.ts'
import { withTempFile } from './temp-file.ts'
import { goneMessage, readGone } from './gone-rows.ts'
import { countLeftOut, requireAllRows } from './left-out.ts'
import { parseFiles } from './parse-files.ts'
import { keepVerdict } from './kept-verdict.ts'
import type { OnRule } from './rules.ts'
import { fingerprintOf, judgeBatch, withBatchInputs } from './workbench.ts'
import { own } from '../../../platform/db/table.ts'
import { examImportBatch, examImportFault } from '../tables.ts'

/** Faults kept for the screen; the counts speak of all of them. */
const MOST_FAULTS = 100_000

export interface BatchPayload {
  batchId: string
}

/** Reads new files of a batch into the staging table, runs the rules and leaves the verdict. Nothing is imported. */
export const checkImportJob = defineJob<BatchPayload>({
  name: 'exam.check-import',
  title: '校验导入批次',
  singletonKey: ({ batchId }) => batchId,
  run: (ctx, { batchId }, progress) => checkBatch(ctx, batchId, progress),
  onFailure: (ctx, { batchId }, message) => moveBatch(ctx, batchId, 'fail', message),
})

/** Puts the batch under check; part of the caller's transaction. */
export async function startCheck(ctx: Ctx, batchId: string): Promise<string> {
  await moveBatch(ctx, batchId, 'check')
  const jobId = await ctx.jobs.start(ctx, checkImportJob, { batchId })
  await sql`update ${own(examImportBatch)} set job_id = ${jobId} where id = ${batchId}`.execute(ctx.db)
  return jobId
}

export async function checkBatch(ctx: Ctx, batchId: string, progress: JobProgress): Promise<JobResult> {
  const batch = await loadBatch(ctx, batchId)
  await parseFiles(ctx, batch, await loadExam(ctx, batch.examId), progress)
  const files = await loadFiles(ctx, batchId)
  const sheets = files.flatMap((file) => file.sheets ?? [])
  const rows = sheets.reduce((sum, sheet) => sum + sheet.rowNum, 0)
  const step = `校验 ${rows} 行`
  await progress.report({ step, done: 0 })
  const message = unreadMessage(files, sheets) || strayMessage(files, sheets)
  const judge = (db: AnalyticsBatch, fingerprint: string) =>
    withTempFile(ctx, 'csv', async (path) => {
      const found = { ...(await readVerdict(db, sheets, path)), gone: await readGone(db, batch) }
      const refusal = message || (await goneMessage(ctx, db, batch))
      if (isTrusted(batch) && refusal === '' && found.counts.faulty === 0)
        await keepVerdict(ctx, db, batch, { ...found, fingerprint })
      return progress.finish(async (inside) => {
        await storeVerdict(inside, batch, found, path, refusal)
        return resultOf(batch, found.counts, refusal)
      })
    })
  const onRule: OnRule = (done, total) => progress.report({ done, total, ...(done === 0 && { step }) })
  return withBatchInputs(ctx, batch, sheets, async (paths) => {
    // Taken before the rules: what changes while they run makes the verdict one of the past.
    const fingerprint = isTrusted(batch) ? await fingerprintOf(ctx, batch, sheets, paths) : ''
    return judgeBatch(ctx, batch, sheets, paths, (db) => judge(db, fingerprint), onRule)
  })
}

/** Whether the verdict on a batch follows from its inputs alone: what goes is held against marks. */
export function isTrusted(batch: Batch): boolean {
  return !batch.isExact
}

function resultOf({ id, examId, kind }: Batch, counts: ImportCounts, message: string): JobResult {
  const text = `读取 ${counts.read} 行，待导入 ${counts.rows} 行，不导入 ${counts.left} 行，错误 ${counts.faulty} 行，警告 ${counts.warned} 行`
  return { text: message || text, link: `/bigdata/exam/import?examId=${examId}&kind=${kind}&batchId=${id}` }
}

export interface Verdict {
  counts: ImportCounts
  leftOut: LeftOut[]
  faultCounts: FaultCount[]
  unknownSchools: UnknownSchool[]
}

/** The counts of an evaluated batch; its faults and what is left out of it go to a CSV file. */
async function readVerdict(db: AnalyticsBatch, sheets: ImportSheet[], faultPath: string): Promise<Verdict> {
  await db.run(
    `copy (from (
      select f.row_id::int as row_id, coalesce(c.column_no, try_cast(substr(f.target, 2) as integer), -1) as column_no, f.code, f.level, f.text
      from fault f join staged s using (row_id)
      left join sheet_column c on c.file_no = s.file_no and c.sheet_no = s.sheet_no and c.target = f.target
      union all
      select l.row_id::int, -1, l.reason, 'left', coalesce(nullif(r.note, ''), ${reasonCase()})
      from left_out l join raw_row r on cast(r.row_id as bigint) = l.row_id
      where l.reason <> 'head')
      order by level = 'left', level = 'warning', row_id, column_no, code, text limit ${MOST_FAULTS}
    ) to ${sqlText(faultPath)} (format csv, header true)`,
  )
  return { ...(await countVerdict(db, sheets)), unknownSchools: await unknownSchools(db) }
}

function reasonCase(): string {
  const cases = Object.entries(ROW_REASONS).map(([reason, title]) => `when ${sqlText(reason)} then ${sqlText(title)}`)
  return `case l.reason ${cases.join(' ')} end`
}

/** Throws a refusal where a row that was read is neither imported nor left out for a reason. */
export async function countVerdict(
  db: AnalyticsBatch,
  sheets: ImportSheet[],
): Promise<Omit<Verdict, 'unknownSchools'>> {
  const leftOut = await countLeftOut(db, sheets)
  const [found] = await db.query<Omit<ImportCounts, 'read' | 'left'>>(`
    select (select count(*) from entry) as rows,
      count(*) filter (kind = 'fresh') as fresh, count(*) filter (kind = 'changed') as changed,
      count(*) filter (kind = 'unchanged') as unchanged,
      (select count(distinct row_id) from fault where level = 'error') as faulty,
      (select count(distinct row_id) from fault where level = 'warning') as warned
    from change`)
  const faultCounts = await db.query<FaultCount>(
    'select code, level, count(*) as num from fault group by all order by code, level',
  )
  const sum = (numbers: number[]) => numbers.reduce((all, one) => all + one, 0)
  const counts = {
    read: sum(sheets.map((sheet) => sheet.rowNum)),
    left: sum(leftOut.map((one) => one.num)),
    ...(found ?? { rows: 0, fresh: 0, changed: 0, unchanged: 0, faulty: 0, warned: 0 }),
  }
  requireAllRows(counts)
  return { counts, leftOut, faultCounts }
}

/** Only kinds whose rows name their school can name an unknown one. */
async function unknownSchools(db: AnalyticsBatch): Promise<UnknownSchool[]> {
  // Of this one table: to list the columns of all takes as long as a rule.
  const named = await db.query(`select 1 from pragma_table_info('entry') where name = 'school_text'`)
  if (named.length === 0) return []
  return db.query(`select school_text as text, count(*) as num from entry
    where school_code is null and school_text <> '' group by school_text order by num desc, text limit 200`)
}

const FAULT_COLUMNS = { row_id: 'int', column_no: 'int', code: 'text', level: 'text', text: 'text' }

async function storeVerdict(
  ctx: Ctx,
  batch: Batch,
  verdict: Verdict & { gone: GoneRows },
  faultPath: string,
  message: string,
): Promise<void> {
  await sql`delete from ${own(examImportFault)} where batch_id = ${batch.id}`.execute(ctx.db)
  await withStagedCsv(ctx.db, FAULT_COLUMNS, faultPath, (faults) =>
    sql`insert into ${own(examImportFault)} (tenant_id, batch_id, row_id, column_no, code, level, text)
      select ${ctx.user.tenantId}, ${batch.id}, f.row_id, f.column_no, f.code, f.level, f.text from ${faults} f`.execute(
      ctx.db,
    ),
  )
  await sql`update ${own(examImportBatch)} set counts = ${JSON.stringify(verdict.counts)},
      fault_counts = ${JSON.stringify(verdict.faultCounts)}, unknown_schools = ${JSON.stringify(verdict.unknownSchools)},
      left_out = ${JSON.stringify(verdict.leftOut)}, gone = ${JSON.stringify(verdict.gone)},
      confirm_user = null, confirm_time = null
    where id = ${batch.id}`.execute(ctx.db)
  const isFaulty = message !== '' || verdict.counts.faulty > 0 || verdict.counts.rows === 0
  await moveBatch(
    ctx,
    batch.id,
    isFaulty ? 'fault' : 'pass',
    message || (verdict.counts.rows === 0 ? '没有可导入的行' : ''),
  )
}

/** Where every sheet is of another kind, nothing is left to import. */
function strayMessage(files: StoredFile[], sheets: ImportSheet[]): string {
  const kinds = sheets.flatMap((sheet) => (sheet.isIgnored && sheet.otherKind ? [sheet.otherKind] : []))
  if (kinds.length === 0 || sheets.some((sheet) => !sheet.isIgnored)) return ''
  const names = [...new Set(kinds)].map((kind) => IMPORT_KINDS[kind].title).join('、')
  return `${files.map((file) => file.fileName).join('、')}里只有${names}，不在这里导入`
}

/** Files that could not be read and sheets with an open question keep a batch from passing. */
function unreadMessage(files: StoredFile[], sheets: ImportSheet[]): string {
  const broken = files.filter((file) => file.message && !file.leftOut)
  const nameOf = (sheet: ImportSheet) => {
    const file = files.find((one) => one.fileNo === sheet.fileNo)
    return `${file?.fileName ?? ''}「${sheet.name}」`
  }
  const open = sheets.filter((sheet) => !sheet.isIgnored)
  return [
    ...broken.map((file) => `${file.fileName}：${file.message}`),
    ...open
      .filter((sheet) => sheet.layout === 'unknown')
      .map((sheet) =>
        sheet.courseName === ''
          ? `${nameOf(sheet)}不知道是哪一科的小题分，请选择科目与试卷`
          : `${nameOf(sheet)}未识别出表头，请指定列的含义或忽略该表`,
      ),
    ...open.flatMap((sheet) => doubledMessages(sheet).map((text) => nameOf(sheet) + text)),
  ].join('；')
}

function doubledMessages({ questions = [], titles }: ImportSheet): string[] {
  return questions.map(({ target, columns }) => {
    const names = columns.map(({ column }) => `第 ${column + 1} 列「${titles[column] ?? ''}」`).join('、')
    return `有 ${columns.length} 列都是${titleOfTarget(target)}：${names}，请选择导入哪一列`
  })
}

function titleOfTarget(target: string): string {
  const known = Object.values(IMPORT_COLUMNS)
    .flat()
    .find((one) => one.target === target)
  return known?.title ?? parseCourseTarget(target)?.courseName ?? target
}
