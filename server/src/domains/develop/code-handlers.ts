import * as call from '@xueheng/contract/domains/develop/code.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { partsOf } from '../../platform/comma-list.ts'
import { findOf, listOf } from '../../platform/rows/list.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { AppError, refuse } from '../../platform/error.ts'
import type { FileAnswer } from '../../platform/files/files.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { createZip } from '../../platform/sheet/zip-writer.ts'
import { assertHolds, assertManaging } from '../tenancy/index.ts'
import { fieldsOfColumns } from './code-columns.ts'
import { filesOf } from './code-files.ts'
import { nameOf, reservedNames } from './code-names.ts'
import { type CodePlan, assertNew, checkPlan } from './code-plans.ts'
import { readColumns } from './source-structure.ts'
import { type DevelopDeps, onSource } from './sources.ts'
import { own } from '../../platform/db/table.ts'
import { codePlan } from './tables.ts'

type StoredPlan = NonNullable<Output<typeof call.codeDetail>>
type Input = Record<string, unknown>

const NAMES = Object.keys(call.code.fields)
const OF_OTHERS = ['baseMode', 'wrapMode', 'apiPath'] as const
const PLANS = sql`(select *, 1 as status from ${own(codePlan)} where is_deleted = 0)`

/** Plans for code and the code itself: administrators of the managing tenant only. */
export function codeHandlers(deps: DevelopDeps): Implementation[] {
  const guarded =
    <I, T>(work: (ctx: Ctx, input: I) => Promise<T>) =>
    (ctx: Ctx, input: I): Promise<T> => {
      assertManaging(deps, ctx)
      return work(ctx, input)
    }
  return [
    implement(
      call.codeList,
      guarded((ctx, { query }: { query: Input }) => listOf(ctx, call.codeList, query, PLANS)),
    ),
    implement(
      call.codeDetail,
      guarded((ctx, { id }: { id: string }) => find(ctx, id)),
    ),
    implement(
      call.codeSubmit,
      guarded((ctx, input: Input) => save(deps, ctx, input)),
    ),
    implement(
      call.codeRemove,
      guarded((ctx, { ids }: { ids: string | null }) => remove(ctx, partsOf(ids))),
    ),
    implement(
      call.codeCopy,
      guarded((ctx, { id }: { id: string }) => copy(ctx, id)),
    ),
    implement(
      call.codePreview,
      guarded((ctx, { ids }: { ids: string | null }) => generate(ctx, partsOf(ids))),
    ),
    implement(call.genCode, guarded(archive)),
  ]
}

async function find(ctx: Ctx, id: string): Promise<StoredPlan | null> {
  return findOf(ctx, call.codeList, id, PLANS)
}

async function mustFind(ctx: Ctx, id: string): Promise<StoredPlan> {
  const row = await find(ctx, id)
  if (!row) throw new AppError('row.notFound')
  return row
}

/** A plan that names a table and no fields takes those of the table. */
async function save(deps: DevelopDeps, ctx: Ctx, input: Input): Promise<StoredPlan> {
  assertHolds(ctx, input['id'] ? 'code_edit' : 'code_add')
  const before = input['id'] ? await mustFind(ctx, String(input['id'])) : undefined
  if (before && input['updateTime'] && input['updateTime'] !== before.updateTime) throw new AppError('row.stale')
  const { datasourceId, tableName, pkName } = input
  const isFromTable = isEmpty(input['fields']) && Boolean(datasourceId) && Boolean(tableName)
  const fields = isFromTable
    ? await fieldsFromTable(deps, ctx, String(datasourceId), String(tableName), pkName ? String(pkName) : null)
    : input['fields']
  const entityName = input['entityName'] || (await entityNameOf(ctx, input))
  const plan = await checkPlan(ctx.db, { ...input, ...wordsOfOthers(input, before), fields, entityName })
  const id = before?.id ?? nextId()
  await assertFreeName(ctx, plan.codeName, id)
  await write(ctx, id, plan, before === undefined)
  await logOperation(ctx, 'code.submit', '保存代码生成', { entity: 'code', rowId: id, after: { ...plan } })
  return mustFind(ctx, id)
}

/** What other generators go by: the own form knows nothing of it, so it stays where it is not sent. */
function wordsOfOthers(input: Input, before: StoredPlan | undefined): Input {
  return Object.fromEntries(OF_OTHERS.map((name) => [name, input[name] ?? before?.[name]]))
}

/** `public.t_book_info` with the prefix `t_` → bookInfo. */
async function entityNameOf(ctx: Ctx, { tableName, tablePrefix }: Input): Promise<string | undefined> {
  if (!tableName) return undefined
  const table = String(tableName).slice(String(tableName).indexOf('.') + 1)
  const prefix = String(tablePrefix ?? '')
  const bare = table.startsWith(prefix) ? table.slice(prefix.length) : table
  return nameOf(bare, await reservedNames(ctx.db), new Set())
}

function isEmpty(fields: unknown): boolean {
  return !Array.isArray(fields) || fields.length === 0
}

async function fieldsFromTable(deps: DevelopDeps, ctx: Ctx, id: string, table: string, pkName: string | null) {
  const columns = await onSource(deps, ctx, id, (client) => readColumns(client, table))
  if (columns.length === 0) throw refuse('数据源里没有这张表')
  return fieldsOfColumns(columns, await reservedNames(ctx.db), pkName)
}

async function assertFreeName(ctx: Ctx, name: string, id: string): Promise<void> {
  const taken =
    await sql`select 1 from ${own(codePlan)} where code_name = ${name} and id <> ${id} and is_deleted = 0`.execute(
      ctx.db,
    )
  if (taken.rows.length > 0) throw refuse('该配置名称已存在')
}

async function write(ctx: Ctx, id: string, plan: CodePlan, isNew: boolean): Promise<void> {
  const values = NAMES.map((name) => {
    const value = plan[name as keyof CodePlan]
    return name === 'fields' ? JSON.stringify(value) : value === undefined || value === '' ? null : value
  })
  if (isNew) {
    await sql`insert into ${own(codePlan)} (id, create_user, create_dept, ${sql.join(NAMES.map((name) => sql.ref(snake(name))))})
      values (${id}, ${ctx.user.id}, ${ctx.user.deptId || null}, ${sql.join(values)})`.execute(ctx.db)
    return
  }
  const sets = NAMES.map((name, at) => sql`${sql.ref(snake(name))} = ${values[at]}`)
  await sql`update ${own(codePlan)} set ${sql.join(sets)}, update_user = ${ctx.user.id},
    update_time = greatest(localtimestamp(0), update_time + interval '1 second') where id = ${id}`.execute(ctx.db)
}

async function copy(ctx: Ctx, id: string): Promise<StoredPlan> {
  const { id: _old, updateTime: _time, ...plan } = await mustFind(ctx, id)
  const codeName = `${plan.codeName}-copy`
  const copyId = nextId()
  await assertFreeName(ctx, codeName, copyId)
  await write(ctx, copyId, { ...plan, codeName }, true)
  await logOperation(ctx, 'code.copy', '复制代码生成', { entity: 'code', rowId: copyId, after: { codeName } })
  return mustFind(ctx, copyId)
}

async function remove(ctx: Ctx, ids: string[]): Promise<void> {
  if (ids.length === 0) throw new AppError('request.noSelection')
  for (const id of ids) {
    const row = await mustFind(ctx, id)
    await sql`update ${own(codePlan)} set is_deleted = 1, update_user = ${ctx.user.id} where id = ${row.id}`.execute(
      ctx.db,
    )
    await logOperation(ctx, 'code.remove', '删除代码生成', { entity: 'code', rowId: id, before: { ...row } })
  }
}

/** Stored plans are checked again: what was safe once may be taken by now. */
async function generate(ctx: Ctx, ids: string[]): Promise<call.CodeFile[]> {
  if (ids.length === 0) throw new AppError('request.noSelection')
  const plans: CodePlan[] = []
  for (const id of new Set(ids)) {
    const plan = await checkPlan(ctx.db, { ...(await mustFind(ctx, id)) })
    await assertNew(ctx.db, plan)
    if (plans.some((other) => other.entityName === plan.entityName)) throw refuse(`实体${plan.entityName}重复`)
    plans.push(plan)
  }
  return filesOf(plans, ctx.now)
}

async function archive(ctx: Ctx, input: { ids: string | null; system: string | null }): Promise<FileAnswer> {
  if (input.system && input.system !== 'saber') throw refuse('只能生成 saber 系统的代码')
  const files = await generate(ctx, partsOf(input.ids))
  const chunks: Buffer[] = []
  const zip = createZip(async (chunk) => void chunks.push(chunk))
  for (const file of files) await zip.add(file.path, file.content)
  await zip.end()
  await logOperation(ctx, 'code.genCode', '生成代码', { after: { files: files.map((file) => file.path) } })
  return { name: '代码.zip', contentType: 'application/zip', body: Buffer.concat(chunks) }
}
