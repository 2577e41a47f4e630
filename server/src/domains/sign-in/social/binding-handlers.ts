import type { Output } from '@xueheng/contract/kit/call.ts'
import { type SocialDoor, socialDoors, socialRender } from '@xueheng/contract/domains/sign-in/sign-in.ts'
import { ANY_SOURCE } from '@xueheng/contract/domains/sign-in/any-source.ts'
import { authBind, authInfo, authRemove, socialProvider } from '@xueheng/contract/domains/sign-in/social.ts'
import { sql } from 'kysely'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import { checkId } from '../../../platform/rows/read.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { inTransaction } from '../../../platform/db/pool.ts'
import { refuse } from '../../../platform/error.ts'
import { assertMayWrite } from '../../../platform/http/changes.ts'
import { type Implementation, type RequestInfo, implement } from '../../../platform/module.ts'
import { assertHolds, whereRowsAre } from '../../tenancy/index.ts'
import { usersInSight } from '../../people/index.ts'
import { assertWithinRights } from '../../rights/index.ts'
import { type SocialDeps, leaveFor, personOf, rememberPerson } from './social.ts'
import { own } from '../../../platform/db/table.ts'
import { socialAccount } from '../tables.ts'
import { every, visible } from '../../../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

const PROVIDERS = every(socialProvider, 'who signs in sees nothing yet')
const DEFAULT_SOURCE = 'wechat_miniapp'

/** The doors of a tenant, the way out to a provider, and what an account is bound to. */
export function bindingHandlers(deps: SocialDeps): Implementation[] {
  return [
    implement(socialDoors, (_ctx, { tenantId }) => doors(deps, tenantId ?? deps.config.tenantId)),
    implement(socialRender, async (_ctx, { tenantId, source }, { request, reply }) => {
      const { location, cookie } = await leaveFor(deps, tenantId || deps.config.tenantId, source, request)
      return reply.header('set-cookie', cookie).redirect(location)
    }),
    implement(authInfo, (ctx, { userId, source }) => list(deps, ctx, userId, source)),
    implement(authRemove, (ctx, input) => remove(deps, ctx, input)),
    implement(authBind, (ctx, input, info) => bind(deps, ctx, input, info)),
  ]
}

async function doors({ database }: SocialDeps, tenantId: string): Promise<SocialDoor[]> {
  const found = await sql<SocialDoor>`select source, title, kind from ${PROVIDERS} p
    where is_enabled = 1 and is_deleted = 0 order by id`.execute(database.tenant(tenantId.replaceAll('\u0000', '')))
  return found.rows
}

type Bindings = Output<typeof authInfo>

/** Without a source named: all of the own ones; of others those of the source clients of this family mean. */
async function list(deps: SocialDeps, ctx: Ctx, given: string | null, source: string | null): Promise<Bindings> {
  const wanted = source || (given ? DEFAULT_SOURCE : ANY_SOURCE)
  if (!given || given === ctx.user.id) return bindingsOf(ctx, ctx.user.id, wanted)
  assertHolds(ctx, 'user_view')
  return whereRowsAre(deps, ctx, user, { id: given }, (inside) => bindingsOf(inside, given, wanted))
}

async function bindingsOf(ctx: Ctx, userId: string, source: string): Promise<Bindings> {
  const found = await sql<
    Bindings[number]
  >`select uuid, source, username, avatar, create_time from ${own(socialAccount)}
    where user_id = (select id from ${visible(ctx, user)} u where id = ${checkId(userId)})
      and (${source} = ${ANY_SOURCE} or source = ${source}) order by id`.execute(ctx.db)
  return found.rows
}

interface Binding {
  uuid: string
  source: string | null
}

async function remove(
  deps: SocialDeps,
  ctx: Ctx,
  { userId, ...binding }: Binding & { userId: string | null },
): Promise<boolean> {
  if (!userId || userId === ctx.user.id) return free(ctx, ctx.user.id, binding)
  assertHolds(ctx, 'user_edit')
  return whereRowsAre(deps, ctx, user, { id: userId }, async (inside) => {
    await assertWithinRights(inside, { users: await usersInSight(inside, [userId]) })
    return free(inside, userId, binding)
  })
}

async function free(ctx: Ctx, userId: string, { uuid, source }: Binding): Promise<boolean> {
  const freed = await sql`update ${own(socialAccount)} set user_id = null
    where user_id = ${checkId(userId)} and uuid = ${uuid} and source = ${source || DEFAULT_SOURCE} returning id`.execute(
    ctx.db,
  )
  await logOperation(ctx, 'user.authRemove', '解除第三方绑定', {
    entity: 'user',
    rowId: userId,
    before: { source, uuid },
  })
  return freed.rows.length > 0
}

async function bind(
  deps: SocialDeps,
  ctx: Ctx,
  back: { source: string; code: string; state: string },
  { request }: RequestInfo,
): Promise<void> {
  assertMayWrite(ctx.user)
  const { tenantId, id } = ctx.user
  const person = await personOf(deps, { ...back, tenantId }, request)
  await inTransaction(ctx.db, async (db) => {
    const account = await rememberPerson(db, tenantId, back.source, person)
    if (account.userId && account.userId !== id) throw refuse('该第三方账号已绑定其他用户')
    await sql`update ${own(socialAccount)} set user_id = ${id} where id = ${account.id}`.execute(db)
    const after = { source: back.source }
    await logOperation({ ...ctx, db }, 'user.authBind', '绑定第三方账号', { entity: 'user', rowId: id, after })
  })
}
