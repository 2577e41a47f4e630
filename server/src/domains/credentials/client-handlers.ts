import { createHash } from 'node:crypto'
import * as call from '@xueheng/contract/domains/credentials/client.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { parseFields } from '@xueheng/contract/derive/schema.ts'
import { sql } from 'kysely'
import { partsOf } from '../../platform/comma-list.ts'
import { findOf, listOf } from '../../platform/rows/list.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { requireFresh } from '../../platform/access/step-up.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { AppError, fault, faults, refuse } from '../../platform/error.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { type TenantDeps, assertHolds, assertManaging } from '../tenancy/index.ts'
import { own } from '../../platform/db/table.ts'
import { oauthClient } from './tables.ts'

type ClientView = NonNullable<Output<typeof call.clientDetail>>

/** The secret's hash stays inside. */
const CLIENTS = sql`(select id, client_id, access_token_validity, refresh_token_validity, proof_minutes, scope, resource_ids,
    authorities, web_server_redirect_uri, autoapprove, create_user, create_dept, create_time, update_user, update_time, grant_types as authorized_grant_types, 1 as status, 0 as is_deleted
  from ${own(oauthClient)})`

/** Columns that are written as they are sent. */
const PLAIN = [
  'accessTokenValidity',
  'refreshTokenValidity',
  'proofMinutes',
  'scope',
  'resourceIds',
  'authorities',
  'webServerRedirectUri',
  'autoapprove',
] as const

/** Clients made elsewhere do not know that accounts begin with a password of their own. */
const NOTICE =
  '其他客户端新增用户时不会显示首次密码：请在系统参数中以统一密码发放，或在本系统的用户管理中新增和重置密码'

export interface ClientDeps {
  config: TenantDeps['config'] & { client: { id: string } }
}

/** Clients belong to the installation: all of it is for administrators of the managing tenant. */
export function clientHandlers(deps: ClientDeps): Implementation[] {
  return [
    implement(call.clientList, async (ctx, { query }) => {
      assertManaging(deps, ctx)
      return listOf(ctx, call.clientList, query, CLIENTS)
    }),
    implement(call.clientDetail, async (ctx, { id }) => {
      assertManaging(deps, ctx)
      return find(ctx, id)
    }),
    implement(call.clientSubmit, (ctx, input) => save(deps, ctx, input)),
    implement(call.clientRemove, (ctx, { ids }) => remove(deps, ctx, partsOf(ids))),
  ]
}

function find(ctx: Ctx, id: string): Promise<ClientView | null> {
  return findOf(ctx, call.clientList, id, CLIENTS)
}

async function save(
  deps: ClientDeps,
  ctx: Ctx,
  input: Record<string, unknown>,
): Promise<ClientView & { notice: string | null }> {
  assertHolds(ctx, input['id'] ? 'client_edit' : 'client_add')
  assertManaging(deps, ctx)
  const before = input['id'] ? await find(ctx, String(input['id'])) : null
  if (input['id'] && !before) throw new AppError('row.notFound')
  const parsed = parseFields(call.client.fields, { ...before, ...named(input) })
  if (!parsed.ok) throw faults(parsed.problems)
  const row = parsed.value
  assertProof(deps, ctx, { ...row, hasSecret: Boolean(input['clientSecret']) }, before)
  const id = before?.id ?? (await add(ctx, String(row.clientId), input['clientSecret']))
  if (before && input['clientSecret']) {
    await sql`update ${own(oauthClient)} set secret_hash = ${hashOf(input['clientSecret'])} where id = ${id}`.execute(
      ctx.db,
    )
  }
  const sets = PLAIN.map((name) => sql`${sql.ref(snake(name))} = ${row[name] ?? null}`)
  await sql`update ${own(oauthClient)} set ${sql.join(sets)}, grant_types = ${row.authorizedGrantTypes},
    update_user = ${ctx.user.id}, update_time = localtimestamp(0) where id = ${id}`.execute(ctx.db)
  const after = (await find(ctx, id)) as ClientView
  await logOperation(ctx, 'client.submit', '保存应用', {
    entity: 'client',
    rowId: id,
    before: before ? { ...before } : undefined,
    after: { ...after },
  })
  return { ...after, notice: before ? null : NOTICE }
}

/** Only other programs' sign-ins may count longer as a proof, and only who just gave one says so. */
function assertProof(
  { config }: ClientDeps,
  ctx: Ctx,
  { proofMinutes, hasSecret }: { proofMinutes?: number | null; hasSecret: boolean },
  before: ClientView | null,
): void {
  const preset = call.client.fields.proofMinutes.default
  const isKept = proofMinutes === (before?.proofMinutes ?? preset)
  // Whoever gives a secret of such a program signs in as it.
  if (isKept && (proofMinutes === preset || !hasSecret)) return
  if (!isKept && before?.clientId === config.client.id) throw fault('proofMinutes', '系统自用的应用不可延长')
  requireFresh(ctx.user, Date.now())
}

function named(input: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined))
}

async function add(ctx: Ctx, clientId: string, secret: unknown): Promise<string> {
  if (!secret) throw fault('clientSecret', '请输入应用密钥')
  const known = await sql`select 1 from ${own(oauthClient)} where client_id = ${clientId}`.execute(ctx.db)
  if (known.rows.length > 0) throw fault('clientId', '该应用编号已存在')
  const id = nextId()
  await sql`insert into ${own(oauthClient)} (id, client_id, secret_hash, grant_types, create_user, create_dept)
    values (${id}, ${clientId}, ${hashOf(secret)}, '', ${ctx.user.id}, ${ctx.user.deptId || null})`.execute(ctx.db)
  return id
}

function hashOf(secret: unknown): string {
  return createHash('sha256').update(String(secret)).digest('hex')
}

/** Without the program's own client nobody could sign in to its pages. */
async function remove(deps: ClientDeps, ctx: Ctx, ids: string[]): Promise<void> {
  assertManaging(deps, ctx)
  if (ids.length === 0) throw new AppError('request.noSelection')
  for (const id of ids) {
    const row = await find(ctx, id)
    if (!row) throw new AppError('row.notFound')
    if (row.clientId === deps.config.client.id) throw refuse('系统自用的应用不可删除')
    await sql`delete from ${own(oauthClient)} where id = ${id}`.execute(ctx.db)
    await logOperation(ctx, 'client.remove', '删除应用', { entity: 'client', rowId: id, before: { ...row } })
  }
}
