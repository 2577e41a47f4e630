import {
  BIND_STATUS,
  bindingCodes,
  bindingList,
  bindingRevoke,
  wxBinding,
} from '@xueheng/contract/domains/mp/wx-binding.ts'
import { wxUser } from '@xueheng/contract/domains/mp/wx-user.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { randomInt } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import { into, visible, visibleEver } from '../../platform/access/doors.ts'
import { logChange, logOperation } from '../../platform/audit/operation-log.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import { AppError, fault } from '../../platform/error.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { findOf, listOf } from '../../platform/rows/list.ts'
import { hashOfCode } from './bind-parent.ts'
import { wxBindCode } from './tables.ts'

/** Without signs that are read as others. */
const ALPHABET = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789'
const LENGTH = 10
const GOOD_DAYS = 14

export const bindingHandlers: Implementation[] = [
  implement(bindingList, (ctx, { query }) => listOf(ctx, bindingList, query, bindingsOf(ctx))),
  implement(bindingRevoke, (ctx, { id }) => revoke(ctx, id)),
  implement(bindingCodes, (ctx, { classCode }) => issue(ctx, classCode)),
]

/** With the name of the follower. */
function bindingsOf(ctx: Ctx): RawBuilder<unknown> {
  return sql`(select b.*, u.nickname from ${visible(ctx, wxBinding)} b
    left join ${visibleEver(ctx, wxUser)} u on u.appid = b.appid and u.openid = b.openid)`
}

async function revoke(ctx: Ctx, id: string): Promise<void> {
  const before = await findOf(ctx, bindingList, id, bindingsOf(ctx))
  if (!before) throw new AppError('row.notFound')
  const revoked =
    await sql`update ${into(wxBinding)} set bind_status = ${BIND_STATUS.revoked}, revoke_time = localtimestamp(0),
      update_user = ${ctx.user.id}, update_time = localtimestamp(0)
    where id = ${before.id} and bind_status = ${BIND_STATUS.bound}`.execute(ctx.db)
  if (revoked.numAffectedRows === 0n) throw new AppError({ status: 409, text: '该绑定已解除' })
  await logChange(ctx, wxBinding, before.id, before, { ...before, bindStatus: BIND_STATUS.revoked })
}

/** A new code for every student of a class the reader sees; earlier ones of theirs are good for nothing any more. */
async function issue(ctx: Ctx, classCode: string) {
  const found = await sql<{ studentCode: string; studentName: string; className: string | null }>`
    select s.student_code, s.student_name, s.class_name from ${visible(ctx, basicStudent)} s
    where s.class_code = ${classCode} order by s.student_no, s.student_code`.execute(ctx.db)
  const students = found.rows
  if (students.length === 0) throw fault('classCode', '该班级没有学生，或不在您的数据范围内')
  const expire = new Date(Date.now() + GOOD_DAYS * 86_400_000)
  const codes = students.map(() => newCode())
  const known = students.map(({ studentCode }) => studentCode)
  await sql`delete from ${own(wxBindCode)} where student_code = any(${known}::text[]) or expire_time < now()`.execute(
    ctx.db,
  )
  await sql`insert into ${own(wxBindCode)} (tenant_id, code_hash, student_code, class_code, expire_time, used)
    select ${ctx.user.tenantId}, c.hash, c.student, ${classCode}, ${expire}, 0
    from unnest(${codes.map(hashOfCode)}::text[], ${known}::text[]) as c (hash, student)`.execute(ctx.db)
  await logOperation(ctx, bindingCodes.name, bindingCodes.title, { after: { classCode, count: codes.length } })
  return {
    className: students[0]?.className ?? classCode,
    expireTime: wallTime(expire),
    count: codes.length,
    codes: students.map(({ studentName }, at) => ({ studentName, code: codes[at] ?? '' })),
  }
}

/** `ABCDE-FGHJK`: fifty bits. */
function newCode(): string {
  const signs = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)] ?? '')
  return `${signs.slice(0, LENGTH / 2).join('')}-${signs.slice(LENGTH / 2).join('')}`
}
