import { BIND_STATUS, wxBinding } from '@xueheng/contract/domains/mp/wx-binding.ts'
import { wxMsg } from '@xueheng/contract/domains/mp/wx-msg.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { every, into } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { own } from '../../platform/db/table.ts'
import type { Account } from './account.ts'
import { type Incoming, onceKeyOf } from './incoming.ts'
import { wxBindCode, wxBindTry } from './tables.ts'

const STUDENTS = every(basicStudent, 'whoever holds a code of a student proves to be a parent')
const REPLIES = every(wxMsg, 'whether a message was answered already')
const BINDINGS = every(wxBinding, 'a follower is told of the own bindings')
/** Parents of a student. */
export const MOST_PARENTS = 2
const MOST_TRIES = 5
const ASK = /^绑定[\s:：]*([a-z0-9-]{6,20})$/i
const LEAVE = '解除绑定'

/** What a code is kept as. */
export function hashOfCode(code: string): string {
  return createHash('sha256').update(code.replaceAll('-', '').toUpperCase()).digest('hex')
}

/**
 * Words a parent binds and leaves by: 绑定 with the code of the school, 解除绑定. Answers what is said in return; nothing to
 * any other words. Said again by the platform it is done once, as the binding is there already.
 */
export async function answerBinding(ctx: Ctx, account: Account, incoming: Incoming): Promise<string | undefined> {
  const said = incoming.content.trim()
  if (said === LEAVE) return leave(ctx, account, incoming.openid)
  const code = ASK.exec(said)?.[1]
  if (code === undefined) return undefined
  if (!(await takeTry(ctx, account, incoming))) return '尝试次数过多，请一小时后再试'
  return bind(ctx, account, incoming.openid, hashOfCode(code))
}

/** Wrong codes are counted, so that nobody guesses; a repetition of the same message is not another try. */
async function takeTry(ctx: Ctx, { tenantId, appid }: Account, incoming: Incoming): Promise<boolean> {
  const { openid } = incoming
  const again = sql`exists (select 1 from ${REPLIES} m where m.appid = ${appid} and m.once_key = ${`reply:${onceKeyOf(incoming)}`.slice(0, 128)})`
  const taken = await sql<{
    tries: number
  }>`insert into ${own(wxBindTry)} as t (tenant_id, appid, openid, tries, since_time)
    values (${tenantId}, ${appid}, ${openid}, 1, now())
    on conflict (tenant_id, appid, openid) do update set
      tries = case when t.since_time < now() - interval '1 hour' then 1 when ${again} then t.tries else t.tries + 1 end,
      since_time = case when t.since_time < now() - interval '1 hour' then now() else t.since_time end
    returning tries`.execute(ctx.db)
  return (taken.rows[0]?.tries ?? 1) <= MOST_TRIES
}

interface Student {
  studentCode: string
  studentName: string
  areaCode: string | null
  schoolCode: string
  classCode: string | null
  className: string | null
}

async function bind(ctx: Ctx, account: Account, openid: string, codeHash: string): Promise<string> {
  const { tenantId, appid } = account
  const found =
    await sql<Student>`select s.student_code, s.student_name, s.area_code, s.school_code, s.class_code, s.class_name
    from ${own(wxBindCode)} c join ${STUDENTS} s on s.student_code = c.student_code and s.is_deleted = 0
    where c.code_hash = ${codeHash} and c.expire_time > now()`.execute(ctx.db)
  const student = found.rows[0]
  if (!student) return '绑定码不正确或已过期，请向学校索取'
  const known = await sql`select 1 from ${BINDINGS} b where b.appid = ${appid} and b.openid = ${openid}
    and b.student_code = ${student.studentCode} and b.bind_status = ${BIND_STATUS.bound} and b.is_deleted = 0`.execute(
    ctx.db,
  )
  if (known.rows.length > 0) return `您已绑定${student.studentName}`
  // Of two parents at once the row of the code lets one after the other through.
  const taken = await sql`update ${own(wxBindCode)} set used = used + 1
    where code_hash = ${codeHash} and used < ${MOST_PARENTS}`.execute(ctx.db)
  if (taken.numAffectedRows === 0n) return '该绑定码已被使用，请向学校重新索取'
  await sql`insert into ${into(wxBinding)} (id, tenant_id, appid, openid, student_name, student_code, area_code, school_code, class_code,
      class_name, bind_status, bind_time)
    values (${nextId()}, ${tenantId}, ${appid}, ${openid}, ${student.studentName}, ${student.studentCode}, ${student.areaCode},
      ${student.schoolCode}, ${student.classCode}, ${student.className}, ${BIND_STATUS.bound}, localtimestamp(0))
    on conflict do nothing`.execute(ctx.db)
  await sql`delete from ${own(wxBindTry)} where appid = ${appid} and openid = ${openid}`.execute(ctx.db)
  return `已绑定${student.studentName}${student.className ? `（${student.className}）` : ''}。回复“解除绑定”可以解除`
}

async function leave(ctx: Ctx, { appid }: Account, openid: string): Promise<string> {
  const left =
    await sql`update ${into(wxBinding)} set bind_status = ${BIND_STATUS.revoked}, revoke_time = localtimestamp(0),
      update_time = localtimestamp(0)
    where appid = ${appid} and openid = ${openid} and bind_status = ${BIND_STATUS.bound} and is_deleted = 0`.execute(
      ctx.db,
    )
  return left.numAffectedRows === 0n ? '您还没有绑定学生' : '已解除绑定'
}
