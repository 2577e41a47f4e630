import { type CrudAction, changesRows } from '@xueheng/contract/derive/crud-calls.ts'
import { signRule } from '@xueheng/contract/domains/seal/sign-rule.ts'
import { signStrategy } from '@xueheng/contract/domains/seal/sign-strategy.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import { assertWholeTenant } from '../../platform/access/rights.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault, refuse } from '../../platform/error.ts'
import { hook } from '../../platform/module.ts'
import { findRow } from '../../platform/rows/read.ts'
import { changedNames } from '../../platform/rows/same.ts'
import { isTimeWindow } from './strategy-limits.ts'

/** Keys of the dictionaries `seal_rule_type` and `seal_page_scope`. */
export const RULES = { keyword: 1, place: 2, places: 3, seam: 4 } as const
export const PAGES = { all: 1, first: 2, last: 3, odd: 4, even: 5, listed: 6 } as const

const STRATEGIES = every(signStrategy, 'a rule stays as long as a strategy names it')

/** Refuses a rule that could never place a seal, by the field that lacks. */
export const signRuleHooks = hook(signRule, {
  around: keptByBureau,
  async beforeSave(_ctx, row, before) {
    const now = { ...before, ...row }
    const isPlace = now.ruleType === RULES.place || now.ruleType === RULES.places
    if (now.ruleType === RULES.keyword && !now.keyword?.trim()) throw fault('keyword', '请填写关键字')
    if (isPlace && (now.coordX ?? undefined) === undefined) throw fault('coordX', '请填写印章中心距左')
    if (isPlace && (now.coordY ?? undefined) === undefined) throw fault('coordY', '请填写印章中心距上')
    if (now.pageScope === PAGES.listed && !now.pageList) throw fault('pageList', '请填写指定页')
    if (now.pageList && !isPageList(now.pageList)) throw fault('pageList', '指定页应如 1-3,5')
  },
  async beforeRemove(ctx, rows) {
    const ids = rows.map((row) => row.id)
    const found = await sql<{ name: string }>`select s.strategy_name as name from ${STRATEGIES} s
      where s.is_deleted = 0 and s.sign_rule_ids ?| ${ids}::text[] limit 1`.execute(ctx.db)
    if (found.rows[0]) throw refuse(`签章策略「${found.rows[0].name}」正在使用这条规则`)
  },
})

/** Every change counts as a new version: the log names the one a document was signed by. */
export const signStrategyHooks = hook(signStrategy, {
  around: keptByBureau,
  async beforeSave(ctx, row, before) {
    const { signRuleIds, allowMulti, lockAfterSign, signFormat, timeWindow } = { ...before, ...row }
    if (timeWindow && !isTimeWindow(timeWindow)) throw fault('timeWindow', '每日时段应如 08:00-18:00，起早于止')
    if (!signRuleIds || signRuleIds.length === 0) throw fault('signRuleIds', '请选择签章规则')
    for (const id of signRuleIds) {
      if (!(await findRow(signRule, ctx, id))) throw fault('signRuleIds', '所选的签章规则已被删除')
    }
    if (lockAfterSign === 1 && signFormat === BOTH) throw fault('lockAfterSign', '签两次的格式不能在第一次签后锁定')
    if (lockAfterSign === 1 && allowMulti === 1) row.allowMulti = 0
    if (changedNames(row, before).length > 0) row.version = (before?.version ?? 0) + 1
  },
})

const BOTH = 4

/** Every unit signs by them; a unit does not write them. */
function keptByBureau(
  ctx: Ctx,
  _input: Record<string, unknown>,
  work: (ctx: Ctx) => Promise<unknown>,
  action: CrudAction,
): Promise<unknown> {
  if (changesRows(action)) assertWholeTenant(ctx, '签章规则和策略')
  return work(ctx)
}

function isPageList(text: string): boolean {
  return /^\s*\d+(-\d+)?(\s*[,，]\s*\d+(-\d+)?)*\s*$/.test(text)
}

/** Page numbers of `1-3,5`, those that exist. */
export function pagesIn(text: string, count: number): number[] {
  const pages = text.split(/[,，]/).flatMap((part) => {
    const [from = 0, to = from] = part.split('-').map(Number)
    return Array.from({ length: Math.max(0, Math.min(to, count) - from + 1) }, (_none, i) => from + i)
  })
  return [...new Set(pages)].filter((page) => page >= 1 && page <= count).toSorted((a, b) => a - b)
}
