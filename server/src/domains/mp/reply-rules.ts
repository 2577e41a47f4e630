import { msgReplyRule } from '@xueheng/contract/domains/mp/msg-reply-rule.ts'
import type { Row } from '@xueheng/contract/kit/field.ts'
import { sql } from 'kysely'
import { every, visible } from '../../platform/access/doors.ts'
import type { Ctx, Db } from '../../platform/ctx.ts'
import { fault } from '../../platform/error.ts'
import { hook } from '../../platform/module.ts'
import { listOf } from '../../platform/rows/list.ts'
import { listRowFields } from '@xueheng/contract/kit/entity.ts'
import { LIST_INPUT } from '@xueheng/contract/kit/list.ts'
import { listedAppid, familyQuery } from './account.ts'
import { familyRow } from './account-rows.ts'
import { contentOf } from './send-message.ts'

const RULES = every(msgReplyRule, 'messages are answered by all rules, whoever made them')

export type ReplyRule = { id: string } & Pick<
  Row<typeof msgReplyRule.fields>,
  | 'ruleName'
  | 'matchValue'
  | 'exactMatch'
  | 'replyType'
  | 'replyContent'
  | 'effectTimeStart'
  | 'effectTimeEnd'
  | 'priority'
>

const LISTED = { input: LIST_INPUT, fields: listRowFields(msgReplyRule), filters: {}, order: msgReplyRule.order ?? [] }

export const ruleHooks = hook(msgReplyRule, {
  // The chosen account's rules and those of all accounts.
  async around(ctx, input, work, action) {
    if (action === 'submit') return work(ctx, familyRow(input))
    if (action !== 'list') return work(ctx, input)
    const { appid, ...query } = input
    const chosen = await listedAppid(ctx, appid)
    const source = sql`(select * from ${visible(ctx, msgReplyRule)} r where coalesce(r.appid, '') in ('', ${chosen}))`
    return listOf(ctx, LISTED, familyQuery(query), source)
  },
  async beforeSave(_ctx, row, before) {
    for (const name of ['effectTimeStart', 'effectTimeEnd'] as const)
      if (!before || row[name] !== undefined) row[name] = timeOf(name, row[name])
    const whole = { ...before, ...row }
    if (words(whole.matchValue ?? '').length === 0) throw fault('matchValue', '请输入匹配词')
    contentOf(whole.replyType ?? '', whole.replyContent ?? '')
  },
})

/** `8:30`, `08:30` or `08:30:00`, kept with seconds. */
function timeOf(name: string, given: string | undefined): string {
  if (!given) return name === 'effectTimeStart' ? '00:00:00' : '23:59:59'
  const found = /^(\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(given.trim())
  const [hour, minute, second] = [found?.[1], found?.[2], found?.[3] ?? '00'].map(Number) as [number, number, number]
  if (!found || hour > 23 || minute > 59 || second > 59) throw fault(name, '时间应为时:分:秒，如08:30:00')
  return [hour, minute, second].map((part) => String(part).padStart(2, '0')).join(':')
}

/** The rules that hold for an account, the first to answer first. */
export async function rulesFor(db: Db, appid: string): Promise<ReplyRule[]> {
  const found =
    await sql<ReplyRule>`select r.id, r.rule_name, r.match_value, r.exact_match, r.reply_type, r.reply_content,
      r.effect_time_start, r.effect_time_end, r.priority
    from ${RULES} r where r.is_deleted = 0 and r.is_enabled = 1 and coalesce(r.appid, '') in ('', ${appid})
    order by r.priority desc, r.id`.execute(db)
  return found.rows
}

function words(matchValue: string): string[] {
  return matchValue
    .split(/[,，]/)
    .map((word) => word.trim())
    .filter(Boolean)
}

/** `now` as HH:mm:ss. A time that ends before it begins runs over midnight. */
export function isInForce(
  { effectTimeStart, effectTimeEnd }: Pick<ReplyRule, 'effectTimeStart' | 'effectTimeEnd'>,
  now: string,
): boolean {
  const isSameDay = effectTimeStart <= effectTimeEnd
  const [isBegun, isNotOver] = [effectTimeStart <= now, now <= effectTimeEnd]
  return isSameDay ? isBegun && isNotOver : isBegun || isNotOver
}

/** Whether a rule answers a text: one of its words is the text, or stands in it unless `isExact` or the rule says otherwise. */
export function isAnswering(
  rule: Pick<ReplyRule, 'matchValue' | 'exactMatch'>,
  text: string,
  isExact: boolean,
): boolean {
  const said = text.trim()
  if (said === '') return false
  const mustBe = isExact || rule.exactMatch === 1
  return words(rule.matchValue).some((word) => (mustBe ? said === word : said.includes(word)))
}

/** The rules that answer, in their order. */
export async function answeringRules(
  ctx: Ctx,
  appid: string,
  text: string,
  isExact: boolean,
  now: string,
): Promise<ReplyRule[]> {
  const rules = await rulesFor(ctx.db, appid)
  return rules.filter((rule) => isInForce(rule, now) && isAnswering(rule, text, isExact))
}
