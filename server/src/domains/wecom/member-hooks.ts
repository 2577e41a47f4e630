import { user } from '@xueheng/contract/domains/people/user.ts'
import { wecomMember } from '@xueheng/contract/domains/wecom/member.ts'
import { sql } from 'kysely'
import { into, visible } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { fault } from '../../platform/error.ts'
import { hook } from '../../platform/module.ts'
import { assertWithinRights } from '../rights/index.ts'
import { assertNewId } from './people-hooks.ts'
import { corpOf, findCorp } from './units.ts'

/**
 * Whoever ties an account to a member decides who reads its messages: he sees the account, and it is within his own
 * rights. A tie is not changed but removed and made anew, as messages from before it are nobody's.
 */
export const memberHooks = hook(wecomMember, {
  async beforeSave(ctx, row, before) {
    if (before) return
    const { unit } = await corpOf(ctx, row.corpId)
    const { id, name } = await ownAccount(ctx, row.account ?? '')
    await assertNewId(ctx, wecomMember, 'memberId', row)
    Object.assign(row, {
      userId: id,
      tiedFrom: nextId(),
      userName: name,
      areaCode: unit.areaCode,
      schoolCode: unit.schoolCode,
    })
  },
  /** As if it were made anew. */
  async afterRestore(ctx, rows) {
    await assertWithinRights(ctx, { users: rows.flatMap(({ userId }) => userId ?? []) })
    await sql`update ${into(wecomMember)} set tied_from = ${nextId()}
      where id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(ctx.db)
  },
})

async function ownAccount(ctx: Ctx, account: string): Promise<{ id: string; name: string }> {
  const found = await sql<{ id: string; name: string }>`select u.id, coalesce(nullif(u.real_name, ''), u.name) as name
    from ${visible(ctx, user)} u where u.account = ${account}`.execute(ctx.db)
  const one = found.rows[0]
  if (!one) throw fault('account', `登录账号${account}不存在`)
  await assertWithinRights(ctx, { users: [one.id] })
  return one
}

/** Members are where their corp is. */
export async function placeMembers(ctx: Ctx, corpId: string): Promise<void> {
  const corp = await findCorp(ctx, corpId)
  const { areaCode = null, schoolCode = null } = corp?.unit ?? {}
  await sql`update ${into(wecomMember)} set area_code = ${areaCode}, school_code = ${schoolCode}
    where corp_id = ${corpId}`.execute(ctx.db)
}
