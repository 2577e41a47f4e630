import type { IssuedPassword } from '@xueheng/contract/platform/issued-password.ts'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import { nextId } from '../../../platform/db/id.ts'
import { type FirstPassword, firstPasswords, initialColumns } from '../../credentials/index.ts'
import { assertWithinRights, withinRights } from '../../rights/index.ts'
import { settleExpiry } from '../user-expiry.ts'
import { assertMadeInSight } from '../user-sight.ts'
import { assertRoom, change } from '../user-write.ts'
import type { JudgedRow, Kept } from '../../../platform/table-import/table-import.ts'
import { own } from '../../../platform/db/table.ts'
import { sysUser } from '../tables.ts'

/** Keeps rows without faults: new accounts in one stroke, known ones each by itself. */
export async function saveRows(ctx: Ctx, rows: JudgedRow[]): Promise<Kept> {
  const fresh = rows.filter((row) => !row.isKnown)
  const changed = rows.filter((row) => row.isKnown)
  await assertRoom(ctx, fresh.length)
  const passwords = fresh.length > 0 ? await addAll(ctx, fresh) : []
  await withinRights(ctx, { users: changed.flatMap(({ id }) => id ?? []) }, async () => {
    for (const { input, id } of changed) await change(ctx, id ?? '', input)
  })
  await logOperation(ctx, 'user.import', '用户导入', {
    entity: 'user',
    after: { added: fresh.map(accountOf), changed: changed.map(accountOf) },
  })
  return { added: fresh.length, changed: changed.length, passwords }
}

function accountOf(row: JudgedRow): unknown {
  return row.input['account']
}

/** Each with a first password as the tenant wants it; answers those that may be shown, this once. */
async function addAll(ctx: Ctx, rows: JudgedRow[]): Promise<IssuedPassword[]> {
  const first = await firstPasswords(ctx, rows.length)
  const records = rows.map(({ input }, at) => {
    const { isInitial, hours } = initialColumns(first[at] as FirstPassword)
    return { userType: 1, ...input, id: nextId(), hash: first[at]?.hash, isInitial, hours }
  })
  await sql`insert into ${own(sysUser)} (id, tenant_id, account, name, real_name, role_ids, dept_ids, dept_id, post_ids, phone, email,
      user_type, code, sex, birthday, expire_time, password_hash, is_initial, initial_expire, create_user, create_dept, update_user)
    select id, ${ctx.user.tenantId}, account, name, "realName", coalesce("roleId", '{}'), coalesce("deptId", '{}'), "deptId"[1],
      coalesce("postId", '{}'), phone, email, "userType", code, sex, birthday, "expireTime", hash, "isInitial", now() + hours * interval '1 hour',
      ${ctx.user.id}, ${ctx.user.deptId || null}::bigint, ${ctx.user.id}
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (id bigint, account text, name text, "realName" text,
      "roleId" bigint[], "deptId" bigint[], "postId" bigint[], phone text, email text, "userType" int, code text, sex int,
      birthday timestamp, "expireTime" timestamp, hash text, "isInitial" int, hours int)`.execute(ctx.db)
  await assertMadeInSight(
    ctx,
    records.map(({ id }) => id),
  )
  await assertWithinRights(ctx, { users: records.map(({ id }) => id) })
  await settleExpiry(ctx.db)
  return rows.flatMap(({ input }, at) => {
    const one = first[at]
    return one?.isOnce ? [{ account: String(input['account']), name: String(input['name']), password: one.text }] : []
  })
}
