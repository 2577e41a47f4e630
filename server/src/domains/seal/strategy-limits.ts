import { role } from '@xueheng/contract/domains/rights/role.ts'
import { signLog } from '@xueheng/contract/domains/seal/sign-log.ts'
import type { signStrategy } from '@xueheng/contract/domains/seal/sign-strategy.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import type { SealedKind } from '@xueheng/contract/platform/paper.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import { wallDay, wallTime } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import type { SealRow } from './seal-info.ts'

export type StrategyRow = EntityRow<typeof signStrategy.fields>

const KINDS: Record<SealedKind, string> = {
  file: '上传的文件',
  report: '统计报告与分册',
  exam: '考务材料与准考证',
  portfolio: '教师档案证明',
}
/** `HH:MM` within a wall time. */
const CLOCK = [11, 16] as const

/** Refuses, in words, what a strategy does not allow: another kind of document, role, hour of the day, or a seal without a key. */
export async function assertFor(ctx: Ctx, strategy: StrategyRow, seal: SealRow, kind: SealedKind): Promise<void> {
  const { strategyName, docTypes, roleIds, timeWindow, needUkey } = strategy
  if (docTypes?.length && !docTypes.includes(kind)) throw refuse(`签章策略「${strategyName}」不用于${KINDS[kind]}`)
  if (roleIds?.length && !(await hasRoleOf(ctx, roleIds))) {
    throw refuse(`签章策略「${strategyName}」不供您的角色使用`)
  }
  if (timeWindow && !isWithin(timeWindow, wallTime(ctx.now).slice(...CLOCK))) {
    throw refuse(`签章策略「${strategyName}」只能在每日${timeWindow}使用`)
  }
  if (needUkey === 1 && !seal.ukeyId) throw refuse(`签章策略「${strategyName}」只用于登记有UKey的印章`)
}

async function hasRoleOf(ctx: Ctx, roleIds: string[]): Promise<boolean> {
  const { rows } = await sql`select 1 from ${every(role, 'a strategy names roles, whoever sees them')} r
    where r.id = any(${roleIds}::bigint[]) and r.role_alias = any(${ctx.user.roles}) and r.is_deleted = 0
    limit 1`.execute(ctx.db)
  return rows.length > 0
}

/** Whether a clock time lies in `08:00-18:00`, both ends included. */
function isWithin(window: string, clock: string): boolean {
  const [from = '', to = ''] = window.split('-')
  return from <= clock && clock <= to
}

/** Whether the text is such a window, its beginning before its end. */
export function isTimeWindow(text: string): boolean {
  const [, from = '', to = ''] = /^((?:[01]\d|2[0-3]):[0-5]\d)-((?:[01]\d|2[0-3]):[0-5]\d)$/.exec(text) ?? []
  return from < to
}

export async function assertWithinLimit(ctx: Ctx, { id, dailyLimit, strategyName }: StrategyRow): Promise<void> {
  if (!dailyLimit) return
  const { rows } = await sql<{ count: number }>`select count(*)::int as count
    from ${every(signLog, 'a limit counts whoever signs')} l
    where l.strategy_id = ${id} and l.sign_result = 1 and l.sign_time >= ${wallDay(ctx.now)}::date`.execute(ctx.db)
  if ((rows[0]?.count ?? 0) >= dailyLimit) throw refuse(`签章策略「${strategyName}」今日已用满${dailyLimit}次`)
}
