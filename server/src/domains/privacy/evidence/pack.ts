import { createHash } from 'node:crypto'
import { readFile, rm, stat } from 'node:fs/promises'
import { EVIDENCE_PARTS, makeEvidence } from '@xueheng/contract/domains/privacy/evidence.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import { currentZone, wallDay, wallTime } from '../../../platform/clock.ts'
import type { Ctx, JobDefinition, JobProgress, JobResult } from '../../../platform/ctx.ts'
import { AppError, fault } from '../../../platform/error.ts'
import { defineJob } from '../../../platform/jobs/jobs.ts'
import { type Implementation, implement } from '../../../platform/module.ts'
import { withPress } from '../../../platform/paper/paper.ts'
import { writeWorkbookTo } from '../../../platform/sheet/write.ts'
import { zipInto } from '../../../platform/sheet/zip-file.ts'
import { tenantName } from '../../tenancy/index.ts'
import { accountsPart, policyPart, rolesPart, signInsPart } from './accounts.ts'
import { chainsPart, childAccessPart, exportsPart } from './logs.ts'
import { type Part, type Period, noteOf, part } from './part.ts'
import { purposesPart, requestsPart, retentionPart } from './registers.ts'

/** A backup that lies in the data folder. Bytes; `yyyy-MM-dd HH:mm:ss`. */
export interface KnownBackup {
  name: string
  size: number
  createTime: string
}

export interface EvidenceDeps {
  config: { masterKey: Buffer }
  version: string
  /** The backups of the installation. */
  backups(): Promise<KnownBackup[]>
}

const TITLE = '合规证据'
const TEMPLATE = new URL('evidence.typ', import.meta.url)
/** Rows of a part that the PDF shows. */
const PRINTED = 40

/** The call and the job that make the pack. */
export function evidenceWork(deps: EvidenceDeps): { handler: Implementation; job: JobDefinition<Period> } {
  const job = defineJob<Period>({
    name: 'privacy.make-evidence',
    title: makeEvidence.title,
    singletonKey: () => 'evidence',
    run: (ctx, period, progress) => makePack(deps, ctx, period, progress),
  })
  const handler = implement(makeEvidence, (ctx, asked) => start(ctx, job, asked))
  return { handler, job }
}

async function start(ctx: Ctx, job: JobDefinition<Period>, { beginDate, endDate }: Input<typeof makeEvidence>) {
  assertAdministrator(ctx)
  if (endDate < beginDate) throw fault('endDate', '结束日期不能早于开始日期')
  await logOperation(ctx, makeEvidence.name, makeEvidence.title, { after: { beginDate, endDate } })
  return { jobId: await ctx.jobs.start(ctx, job, { beginDate, endDate }) }
}

/** The pack tells of every account and every look, whatever the roles of others say. */
function assertAdministrator({ user }: Ctx): void {
  if (!user.isAdministrator) throw new AppError('access.refused')
}

async function makePack(deps: EvidenceDeps, ctx: Ctx, period: Period, progress: JobProgress): Promise<JobResult> {
  assertAdministrator(ctx)
  const parts = await collect(deps, ctx, period, progress)
  const name = `${TITLE}_${wallDay(ctx.now).replaceAll('-', '')}`
  const book = ctx.files.tempPath('xlsx')
  const path = ctx.files.tempPath('zip')
  try {
    await progress.report({ step: '排版', done: parts.length, total: parts.length })
    const pdf = await print(ctx, parts, period, progress)
    await writeWorkbookTo(book, parts.map(toSheet))
    const xlsx = await readFile(book)
    const sums = { [`${name}.pdf`]: sha256(pdf), [`${name}.xlsx`]: sha256(xlsx) }
    const list = Object.entries(sums).map(([file, sum]) => `${sum}  ${file}\n`)
    await zipInto(path, async (add) => {
      await add(`${name}.pdf`, pdf)
      await add(`${name}.xlsx`, xlsx)
      await add('sha256.txt', Buffer.from(list.join('')))
    })
    const { size } = await stat(path)
    const { fileId } = await ctx.files.keep(ctx, { path, name: `${name}.zip` })
    return await progress.finish(async (inside) => {
      await logOperation(inside, 'privacyEvidence.made', `${TITLE}已生成`, { after: { ...period, size, ...sums } })
      return { text: `${parts.length}个部分`, fileId }
    })
  } finally {
    await rm(path, { force: true })
    await rm(book, { force: true })
  }
}

/** All parts in their order, from the data as they are now. */
async function collect(deps: EvidenceDeps, ctx: Ctx, period: Period, progress: JobProgress): Promise<Part[]> {
  const steps: Record<keyof typeof EVIDENCE_PARTS, () => Promise<Part>> = {
    overview: () => overviewPart(deps, ctx, period),
    roles: () => rolesPart(ctx),
    accounts: () => accountsPart(ctx),
    policy: () => policyPart(ctx),
    signIns: () => signInsPart(ctx, period),
    exports: () => exportsPart(ctx, period),
    childAccess: () => childAccessPart(ctx, period),
    chains: () => chainsPart(ctx, deps.config.masterKey),
    backups: async () => backupsPart(ctx, await deps.backups()),
    retention: () => retentionPart(ctx),
    purposes: () => purposesPart(ctx),
    requests: () => requestsPart(ctx),
  }
  const made: Part[] = []
  for (const read of Object.values(steps)) {
    await progress.report({ step: '读取数据', done: made.length, total: Object.keys(steps).length })
    made.push(await read())
  }
  return made
}

async function overviewPart(deps: EvidenceDeps, ctx: Ctx, { beginDate, endDate }: Period): Promise<Part> {
  const found = await sql<{ version: string }>`select current_setting('server_version') as version`.execute(ctx.db)
  return part(
    'overview',
    ['项目', '内容'],
    [
      ['单位', await tenantName(ctx)],
      ['记录的时间', `${beginDate} 至 ${endDate}`],
      ['生成时间', `${wallTime(ctx.now)}（${currentZone()}）`],
      ['生成人', `${ctx.user.name}（${ctx.user.account}）`],
      ['系统版本', deps.version],
      ['数据库版本', found.rows[0]?.version ?? ''],
      ['运行环境', `Node ${process.versions.node}`],
    ],
  )
}

const DAY_MS = 86_400_000
const MEGABYTE = 1_048_576

function backupsPart(ctx: Ctx, backups: KnownBackup[]): Part {
  return part(
    'backups',
    ['文件', '大小（MB）', '备份时间', '距今（天）'],
    backups.map(({ name, size, createTime }) => [
      name,
      Math.ceil(size / MEGABYTE),
      createTime,
      Math.floor((ctx.now.getTime() - new Date(createTime.replace(' ', 'T')).getTime()) / DAY_MS),
    ]),
  )
}

/** A part that is cut ends with a line that says so. */
function toSheet(one: Part) {
  const { name, header, isCut } = one
  const rows = isCut ? [...one.rows, [noteOf(one, one.rows.length)]] : one.rows
  return {
    name: EVIDENCE_PARTS[name],
    header: header.map((title, at) => ({ title, key: String(at) })),
    rows: rows.map((row) => Object.fromEntries(row.map((cell, at) => [String(at), cell]))),
  }
}

async function print(ctx: Ctx, parts: Part[], { beginDate, endDate }: Period, { signal }: JobProgress) {
  const bureau = await tenantName(ctx)
  const data = {
    title: TITLE,
    by: ctx.user.name,
    foot: `${bureau}　${TITLE}　${wallDay(ctx.now)}`,
    mark: null,
    statement: `${bureau}，${beginDate}至${endDate}。全部数据来自系统，生成于${wallTime(ctx.now)}；每部分最多印${PRINTED}行，其余见同一压缩包中的工作簿。`,
    parts: parts.map((one) => ({
      title: EVIDENCE_PARTS[one.name],
      header: one.header,
      rows: one.rows.slice(0, PRINTED).map((row) => row.map(printed)),
      note: noteOf(one, PRINTED),
    })),
  }
  return withPress(ctx.files.facesFolder(), signal, (press) => press.print({ template: TEMPLATE, data, charts: {} }))
}

/** A hash has no place to break a line of its own. */
function printed(cell: string | number): string {
  return String(cell).replaceAll(/[0-9a-f]{8}(?=[0-9a-f])/g, '$&\u200b')
}

function sha256(body: Buffer): string {
  return createHash('sha256').update(body).digest('hex')
}
