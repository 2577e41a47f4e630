import * as call from '@xueheng/contract/domains/system/user-import.ts'
import { sql } from 'kysely'
import { checkId } from '../../../platform/crud/read.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { lockKey } from '../../../platform/db/pool.ts'
import { AppError, refuse } from '../../../platform/error.ts'
import type { SheetFile } from '../../../platform/sheet/read.ts'
import type { Sessions } from '../../../platform/http/session.ts'
import { type Implementation, type RequestInfo, implement } from '../../../platform/module.ts'
import { type TableColumn, annotatedTable, readTable, templateOf } from '../table-file.ts'
import { type TenantDeps, assertHolds, whereRowsAre } from '../tenants.ts'
import { exportUsers } from './export.ts'
import { type JudgedRow, judgeRows } from './judge.ts'
import { type Known, loadKnown } from './known.ts'
import { saveRows } from './save.ts'

type Deps = TenantDeps & { sessions: Sessions }

interface Asked {
  tenantId: string | null
  isCovered: number | null
}

const TITLE = '用户导入'
const NOTE =
  '带 * 的列必填；角色、部门、岗位可写多个，以、隔开；同名部门写明上级，如 A/B；以「示例」开头的行不会导入；新账号的密码是初始密码'

/** Users by workbook: looked through as often as wanted, kept all at once or not at all. */
export function userImportHandlers(deps: Deps): Implementation[] {
  const at = <T>(ctx: Ctx, tenantId: string | null, work: (ctx: Ctx) => Promise<T>) =>
    whereRowsAre(deps, ctx, 'sys_user', { tenantId }, work)
  return [
    implement(call.userImportCheck, (ctx, asked, info) =>
      at(ctx, asked.tenantId, (inside) => check(inside, asked, info)),
    ),
    implement(call.userImportFaults, (ctx, asked) => at(ctx, asked.tenantId, (inside) => faults(ctx, inside, asked))),
    implement(call.userImport, (ctx, asked, info) =>
      at(ctx, asked.tenantId, (inside) => keep(deps, inside, asked, uploadOf(info))),
    ),
    implement(call.userImportCommit, async (ctx, asked) => {
      const file = await uploaded(ctx, asked.fileId)
      return at(ctx, asked.tenantId, (inside) => keep(deps, inside, asked, file))
    }),
    implement(call.userTemplate, (ctx, { tenantId }) => at(ctx, tenantId, template)),
    implement(call.userExport, (ctx, input) => at(ctx, input.tenantId, (inside) => exportUsers(inside, input))),
  ]
}

interface Judged {
  rows: JudgedRow[]
  known: Known
  message: string
}

async function judge(ctx: Ctx, file: SheetFile, { isCovered }: Asked): Promise<Judged> {
  if (isCovered === 1) assertHolds(ctx, 'user_edit')
  const table = await readTable(file, call.USER_COLUMNS)
  const known = await loadKnown(
    ctx,
    table.map((row) => row.values['account'] ?? ''),
  )
  const rows = judgeRows(table, known, isCovered === 1)
  const isFull = rows.filter((row) => !row.isKnown).length > known.room
  return { rows, known, message: isFull ? '当前租户已到最大账号额度!' : '' }
}

function uploadOf({ uploads }: RequestInfo) {
  const [file] = uploads
  if (!file) throw new AppError('request.missing', { name: 'file' })
  return file
}

async function check(ctx: Ctx, asked: Asked, info: RequestInfo) {
  const file = uploadOf(info)
  const { rows, message } = await judge(ctx, file, asked)
  const used = new Set(rows.flatMap((row) => Object.keys(row.values)))
  return {
    fileId: file.fileId,
    columns: call.USER_COLUMNS.filter(({ key }) => used.has(key)).map(({ key, title }) => ({ key, title })),
    rows: rows.map(({ input: _input, ...row }) => row),
    total: rows.length,
    faulty: rows.filter(isFaulty).length,
    message,
  }
}

function isFaulty(row: JudgedRow): boolean {
  return Object.keys(row.faults).length > 0
}

async function faults(own: Ctx, ctx: Ctx, asked: Asked & { fileId: string }) {
  const { rows } = await judge(ctx, await uploaded(own, asked.fileId), asked)
  return annotatedTable(TITLE, await columnsOf(ctx), rows)
}

/** The file belongs to whoever looked through it, in their own tenant, whichever the users are meant for. */
async function uploaded(own: Ctx, fileId: string): Promise<SheetFile> {
  const mine = await sql`select 1 from file_object where id = ${checkId(fileId)}
    and create_user = ${own.user.id}`.execute(own.db)
  if (mine.rows.length === 0) throw new AppError('row.notFound')
  return own.files.localPath(own, fileId)
}

async function keep({ sessions }: Deps, ctx: Ctx, asked: Asked, file: SheetFile) {
  await lockKey(ctx.db, `users-${ctx.user.tenantId}`)
  const { rows, known, message } = await judge(ctx, file, asked)
  if (message) throw refuse(message)
  const faulty = rows.filter(isFaulty)
  if (faulty.length > 0) throw faultsOf(faulty)
  const kept = await saveRows(ctx, rows, known.accounts)
  if (kept.changed > 0) ctx.afterwards(() => sessions.changed())
  return kept
}

const MOST_NAMED = 3

function faultsOf(rows: JudgedRow[]): AppError {
  const named = rows
    .slice(0, MOST_NAMED)
    .map(({ rowNo, faults: said }) => `第${rowNo}行：${Object.values(said).join('，')}`)
    .join('；')
  return refuse(`有${rows.length}行不能导入，全部未保存。${named}${rows.length > MOST_NAMED ? '……' : ''}`)
}

async function template(ctx: Ctx) {
  return templateOf(TITLE, NOTE, await columnsOf(ctx))
}

/** With the words there are to choose from; the first of each stands in the example. */
async function columnsOf(ctx: Ctx): Promise<TableColumn[]> {
  const known = await loadKnown(ctx, [])
  return call.USER_COLUMNS.map((column) => {
    const names = known[column.key as keyof Known]
    if (!(names instanceof Map)) return column
    const options = [...(names as Map<string, string[]>)].filter(
      ([, ids]) => ids.length === 1 && !known.forbidden.has(ids[0] ?? ''),
    )
    const words = options.map(([name]) => name)
    return { ...column, example: words.at(column.key === 'roleId' ? -1 : 0) ?? '', options: words }
  })
}
