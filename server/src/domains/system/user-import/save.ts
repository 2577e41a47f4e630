import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { logOperation } from '../../../platform/crud/operation-log.ts'
import { nextId } from '../../../platform/db/id.ts'
import { hashPassword, md5 } from '../auth/password.ts'
import { initPassword } from '../init-password.ts'
import { settleExpiry } from '../user-expiry.ts'
import { assertRoom, changeUser } from '../user-write.ts'
import type { JudgedRow } from './judge.ts'

/** Keeps rows without faults: new accounts in one stroke, known ones each by itself. */
export async function saveRows(ctx: Ctx, rows: JudgedRow[], known: Map<string, string>) {
  const fresh = rows.filter((row) => !row.isKnown)
  const changed = rows.filter((row) => row.isKnown)
  await assertRoom(ctx, fresh.length)
  if (fresh.length > 0) await addAll(ctx, fresh)
  for (const { input } of changed) await changeUser(ctx, known.get(String(input['account'])) ?? '', input)
  await logOperation(ctx, 'user.import', '用户导入', {
    entity: 'user',
    after: { added: fresh.map(accountOf), changed: changed.map(accountOf) },
  })
  return { added: fresh.length, changed: changed.length }
}

function accountOf(row: JudgedRow): unknown {
  return row.input['account']
}

/** All start with the one initial password, so one hash serves them; each owner chooses another. */
async function addAll(ctx: Ctx, rows: JudgedRow[]): Promise<void> {
  const hash = await hashPassword(md5(await initPassword(ctx)))
  const records = rows.map(({ input }) => ({ userType: 1, ...input, id: nextId() }))
  await sql`insert into sys_user (id, tenant_id, account, name, real_name, role_ids, dept_ids, dept_id, post_ids, phone, email,
      user_type, code, sex, birthday, expire_time, password_hash, is_initial, create_user, update_user)
    select id, ${ctx.user.tenantId}, account, name, "realName", coalesce("roleId", '{}'), coalesce("deptId", '{}'), "deptId"[1],
      coalesce("postId", '{}'), phone, email, "userType", code, sex, birthday, "expireTime", ${hash}, 1, ${ctx.user.id}, ${ctx.user.id}
    from jsonb_to_recordset(${JSON.stringify(records)}::jsonb) as r (id bigint, account text, name text, "realName" text,
      "roleId" bigint[], "deptId" bigint[], "postId" bigint[], phone text, email text, "userType" int, code text, sex int,
      birthday timestamp, "expireTime" timestamp)`.execute(ctx.db)
  await settleExpiry(ctx.db)
}
