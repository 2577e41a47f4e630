import * as call from '@xueheng/contract/domains/sign-in/social.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { pageOf } from '@xueheng/contract/kit/page.ts'
import { parseFields } from '@xueheng/contract/kit/schema.ts'
import { sql } from 'kysely'
import { idsOf } from '../../../platform/rows/handlers.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import { checkId } from '../../../platform/rows/read.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { nextId } from '../../../platform/db/id.ts'
import { AppError, refuse } from '../../../platform/error.ts'
import { type Implementation, implement } from '../../../platform/module.ts'
import { encryptSecret } from '../../../platform/secret.ts'
import { assertHolds } from '../../tenancy/index.ts'
import { assertReachable } from './http.ts'
import { placeOf } from './provider.ts'
import type { SocialDeps } from './social.ts'
import { own } from '../../../platform/db/table.ts'
import { socialProvider } from '../tables.ts'

type Input = Record<string, unknown>

type ProviderView = NonNullable<Output<typeof call.providerDetail>>

/** The sealed secret stays inside. */
const SELECT = sql`select id, source, title, kind, issuer, client_id, agent_id, scopes,
  redirect_uri, is_enabled, create_time, update_time from ${own(socialProvider)}`

export function providerHandlers(deps: SocialDeps): Implementation[] {
  return [
    implement(call.providerList, (ctx, input) => list(ctx, input)),
    implement(call.providerDetail, (ctx, { id }) => find(ctx, id)),
    implement(call.providerSubmit, (ctx, input) => save(deps, ctx, input)),
    implement(call.providerRemove, (ctx, { ids }) => remove(ctx, idsOf({ ids }))),
  ]
}

async function list(ctx: Ctx, input: { current: number | null; size: number | null; source: string | null }) {
  const page = { current: input.current ?? 1, size: input.size ?? 10 }
  const found = await sql<ProviderView>`${SELECT} where strpos(source, ${input.source ?? ''}) > 0 order by id`.execute(
    ctx.db,
  )
  const from = (page.current - 1) * page.size
  return pageOf(found.rows.slice(from, from + page.size), found.rows.length, page)
}

async function find(ctx: Ctx, id: string): Promise<ProviderView | null> {
  const found = await sql<ProviderView>`${SELECT} where id = ${checkId(id)}`.execute(ctx.db)
  return found.rows[0] ?? null
}

async function save({ config }: SocialDeps, ctx: Ctx, input: Input): Promise<ProviderView> {
  assertHolds(ctx, input['id'] ? 'socialprovider_edit' : 'socialprovider_add')
  const before = input['id'] ? await find(ctx, String(input['id'])) : null
  if (input['id'] && !before) throw new AppError('row.notFound')
  const row = checked({ ...before, ...named(input), ...(before && { source: before.source }) }, before !== null)
  for (const name of ['issuer', 'redirectUri']) if (row[name]) assertReachable(String(row[name]), config)
  const id = before?.id ?? nextId()
  if (!before) await insert(ctx, id, row)
  await sql`update ${own(socialProvider)} set title = ${row['title']}, kind = ${row['kind']}, issuer = ${row['issuer'] || null},
      client_id = ${row['clientId']}, agent_id = ${row['agentId'] || null}, scopes = ${row['scopes'] || null},
      redirect_uri = ${row['redirectUri'] || null}, is_enabled = ${row['isEnabled']},
      client_secret = ${row['clientSecret'] ? encryptSecret(config.masterKey, placeOf(id), String(row['clientSecret'])) : sql`client_secret`},
      update_user = ${ctx.user.id}, update_time = localtimestamp(0) where id = ${id}`.execute(ctx.db)
  const after = (await find(ctx, id)) as ProviderView
  await logOperation(ctx, 'socialProvider.submit', '保存第三方登录', {
    entity: 'socialProvider',
    rowId: id,
    before: before ?? undefined,
    after,
  })
  return after
}

function checked(values: Input, isKnown: boolean): Input {
  const parsed = parseFields(call.socialProvider.fields as Fields, values)
  if (!parsed.ok) throw new AppError('request.invalid', { message: parsed.problems[0]?.message ?? '' }, parsed.problems)
  const row = parsed.value as Input
  if (!/^[a-z][a-z0-9_]*$/.test(String(row['source']))) fault('source', '来源代码由小写字母、数字、下划线组成')
  if (!isKnown && !row['clientSecret']) fault('clientSecret', '请输入应用密钥')
  if (row['kind'] === 'oidc' && !row['issuer']) fault('issuer', '请输入服务地址')
  return row
}

function fault(field: string, message: string): never {
  throw new AppError('request.invalid', { message }, [{ field, message }])
}

function named(input: Input): Input {
  return Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined))
}

async function insert(ctx: Ctx, id: string, row: Input): Promise<void> {
  const known = await sql`select 1 from ${own(socialProvider)} where source = ${row['source']}`.execute(ctx.db)
  if (known.rows.length > 0) throw refuse('该来源代码已存在')
  await sql`insert into ${own(socialProvider)} (id, tenant_id, source, title, kind, client_id, client_secret, create_user)
    values (${id}, ${ctx.user.tenantId}, ${row['source']}, ${row['title']}, ${row['kind']}, ${row['clientId']}, '', ${ctx.user.id})`.execute(
    ctx.db,
  )
}

/** Accounts bound to it stay bound: the provider may come back. */
async function remove(ctx: Ctx, ids: string[]): Promise<void> {
  if (ids.length === 0) throw new AppError('request.noSelection')
  for (const id of ids) {
    const row = await find(ctx, id)
    if (!row) throw new AppError('row.notFound')
    await sql`delete from ${own(socialProvider)} where id = ${id}`.execute(ctx.db)
    await logOperation(ctx, 'socialProvider.remove', '删除第三方登录', {
      entity: 'socialProvider',
      rowId: id,
      before: row,
    })
  }
}
