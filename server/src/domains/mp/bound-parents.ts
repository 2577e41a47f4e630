import { BIND_STATUS, wxBinding } from '@xueheng/contract/domains/mp/wx-binding.ts'
import { wxUser } from '@xueheng/contract/domains/mp/wx-user.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import type { Db } from '../../platform/ctx.ts'

const BINDINGS = every(
  wxBinding,
  'whoever tells parents of a child decides whom; parents are told of their own child alone',
)
const USERS = every(wxUser, 'only parents who follow now can be told')

/** A parent who has proved to be one of a student and follows now. */
export interface BoundParent {
  appid: string
  openid: string
  studentCode: string
}

/** Those of these students. */
export async function boundParents(db: Db, studentCodes: readonly string[]): Promise<BoundParent[]> {
  const { rows } = await sql<BoundParent>`select distinct b.appid, b.openid, b.student_code from ${BINDINGS} b
    join ${USERS} u on u.appid = b.appid and u.openid = b.openid and u.is_deleted = 0 and u.subscribe = 1
    where b.student_code = any(${studentCodes}::text[]) and b.bind_status = ${BIND_STATUS.bound} and b.is_deleted = 0
    order by b.student_code, b.appid, b.openid`.execute(db)
  return rows
}
