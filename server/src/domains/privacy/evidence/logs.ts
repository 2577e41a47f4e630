import { childAccess } from '@xueheng/contract/domains/log/child-access.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'
import { role } from '@xueheng/contract/domains/rights/role.ts'
import { sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { dictLabels } from '../../../platform/rows/labels.ts'
import { exportLines, verifyChains } from '../../log/index.ts'
import { ASKED_ROWS, type Part, type Period, part } from './part.ts'

const WHY = 'the evidence of a tenant counts every look, for its administrators'
const ACTS = every(childAccess, WHY)
const USERS = every(user, WHY)
const ROLES = every(role, WHY)

/** Who carried personal data away or saw them whole, why, and the hash that seals the line. */
export async function exportsPart(ctx: Ctx, period: Period): Promise<Part> {
  const lines = await exportLines(ctx.db, period, ASKED_ROWS)
  return part(
    'exports',
    ['时间', '账号', '操作', '条数', '理由', '链上序号', '哈希'],
    lines.map((line) => [
      line.time,
      line.account,
      line.title,
      Number(line.rows ?? 1),
      line.reason,
      line.seq ?? '待封',
      line.hash,
    ]),
  )
}

/** Acts about children by month, role and way. Who holds several roles is counted in each. */
export async function childAccessPart(ctx: Ctx, { beginDate, endDate }: Period): Promise<Part> {
  const found = await sql<
    Record<'month' | 'role' | 'kind', string | null> & Record<'acts' | 'people' | 'num', string>
  >`select
      to_char(a.create_time, 'YYYY-MM') as month, r.role_name as role, a.kind, count(*) as acts,
      count(distinct a.user_id) as people, sum(a.children) as num
    from ${ACTS} a left join ${USERS} u on u.id = a.user_id left join ${ROLES} r on r.id = any(u.role_ids)
    where a.create_time >= ${beginDate}::date and a.create_time < ${endDate}::date + 1
    group by 1, 2, 3 order by 1, 2, 3 limit ${ASKED_ROWS}`.execute(ctx.db)
  const kinds = await dictLabels(ctx, 'child_access_kind')
  return part(
    'childAccess',
    ['月份', '角色', '方式', '次数', '查阅人数', '学生人次'],
    found.rows.map((row) => [
      row.month,
      row.role ?? '无角色',
      kinds.get(row.kind ?? '') ?? row.kind,
      ...[row.acts, row.people, row.num].map(Number),
    ]),
  )
}

const LOGS: Record<string, string> = { operation_log: '操作日志', login_log: '登录日志' }

/** Whether the chains of the logs hold, as of now. */
export async function chainsPart(ctx: Ctx, masterKey: Buffer): Promise<Part> {
  const verdicts = await verifyChains(ctx.db, masterKey, ctx.user.tenantId)
  return part(
    'chains',
    ['日志', '结论', '已校验', '待封', '链首序号', '链首哈希'],
    verdicts.map(({ source, checked, open, head, broken }) => [
      LOGS[source] ?? source,
      broken ? `第${broken.seq}号${broken.reason}` : '完整',
      checked,
      open,
      head.seq,
      head.hash,
    ]),
  )
}
