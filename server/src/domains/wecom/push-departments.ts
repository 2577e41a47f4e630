import { ADMIN_TYPE } from '@xueheng/contract/domains/wecom/dept-admin.ts'
import { DEPT_TYPE } from '@xueheng/contract/domains/wecom/dept.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { directoryOf } from './client.ts'
import type { Item } from './item.ts'
import { MIRRORS, differences } from './mirror.ts'
import {
  type Push,
  type Pushed,
  type Waiting,
  eachWaiting,
  markPushed,
  markRefused,
  noteStale,
  refusalOfRows,
} from './push-rows.ts'

/** As deep as the platform lets a tree become. */
const DEEPEST = 15
const ANSWER = z.object({})

/** Department by department, those above before those below. */
export async function pushDepartments(push: Push): Promise<void> {
  for (let depth = 1; depth <= DEEPEST; depth += 1) {
    const isThere = sql`array_length(string_to_array(coalesce(ancestors, '0'), ','), 1) = ${depth}`
    const work = async ({ all, known }: Waiting) => {
      for (const one of all) await pushDepartment(push, one, known.get(one.item.key))
    }
    await eachWaiting(push, MIRRORS.dept, work, isThere)
  }
}

async function pushDepartment(push: Push, one: Pushed, known: Item | undefined): Promise<void> {
  const mirror = MIRRORS.dept
  const changed = known ? differences(mirror.twoWay, known.values, one.item.values) : mirror.twoWay
  const { corp, deps, ctx } = push
  const body = bodyOf(one.item, changed, { isNew: !known, isSchool: corp.isSchool })
  if (!known && one.item.values['parent'] === 0 && one.item.key !== '1') {
    return markRefused(push, mirror, [one.row], '请先选择上级部门')
  }
  if (known && changed.length > 0 && Object.keys(body).length === 1) {
    return markRefused(push, mirror, [one.row], '班级群只能在企业微信里开通')
  }
  const path = `/cgi-bin${corp.isSchool ? '/school' : ''}/department/${known ? 'update' : 'create'}`
  const refusal = await refusalOfRows(async () => {
    if (changed.length > 0) {
      await directoryOf(deps, ctx, corp)({ method: 'POST', path, body, isRepeatable: true, answer: ANSWER })
    }
  })
  if (!refusal) return markPushed(push, mirror, [one])
  noteStale(push, 'dept', one.item.key, refusal.errcode)
  await markRefused(push, mirror, [one.row], refusal.text)
}

/** What has changed of a department, as the platform calls it. The topmost one stays where it is. */
function bodyOf(
  { key, values }: Item,
  changed: readonly string[],
  { isNew, isSchool }: { isNew: boolean; isSchool: boolean },
): Record<string, unknown> {
  const isTop = values['parent'] === 0
  const isGrade = values['deptType'] === DEPT_TYPE.grade
  const named: Record<string, [string, unknown, boolean]> = {
    deptName: ['name', values['deptName'], true],
    parent: ['parentid', values['parent'], !isTop],
    deptType: ['type', values['deptType'], isSchool && !isTop],
    registerYear: ['register_year', values['registerYear'], isSchool && isGrade && Boolean(values['registerYear'])],
    // Nothing makes a grade one that is no standard grade.
    standardGrade: [
      'standard_grade',
      values['standardGrade'] ?? 0,
      isSchool && isGrade && (!isNew || Boolean(values['standardGrade'])),
    ],
    sort: ['order', values['sort'] ?? 0, true],
  }
  const told = changed.flatMap((name) => {
    const [upstream = '', value, isTold] = named[name] ?? []
    return isTold ? [[upstream, value] as const] : []
  })
  return { id: Number(key), ...Object.fromEntries(told) }
}

/** Those who look after a department are told with it, one at a time, so that each hears what is wrong. */
export async function pushAdmins(push: Push): Promise<void> {
  const mirror = MIRRORS.admin
  const isLeader = ({ item }: Pushed) => item.values['adminType'] === ADMIN_TYPE.leader
  await eachWaiting(push, mirror, async ({ all, unplaced }) => {
    const leaders = all.filter(isLeader).map(({ row }) => row)
    await markRefused(push, mirror, [...leaders, ...unplaced], '部门负责人请在企业微信后台设置')
    for (const one of all) if (!isLeader(one)) await pushAdmin(push, one)
  })
}

async function pushAdmin(push: Push, one: Pushed): Promise<void> {
  const mirror = MIRRORS.admin
  const { corp, deps, ctx } = push
  const { userId: userid, adminType: type, subject, department: id } = one.item.values
  const path = '/cgi-bin/school/department/update'
  const body = { id, department_admins: [{ userid, op: 0, type, ...(subject ? { subject } : {}) }] }
  const refusal = await refusalOfRows(() =>
    directoryOf(deps, ctx, corp)({ method: 'POST', path, body, isRepeatable: true, answer: ANSWER }),
  )
  if (refusal) await markRefused(push, mirror, [one.row], refusal.text)
  else await markPushed(push, mirror, [one])
}
