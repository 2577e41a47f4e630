import { SEND_STATUS } from '@xueheng/contract/domains/mp/batch-states.ts'
import { templateMsgLog } from '@xueheng/contract/domains/mp/template-msg-log.ts'
import { sql } from 'kysely'
import { every, into } from '../../platform/access/doors.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import type { Child, ParentNews, ParentTold, TellParents } from '../../platform/tell-parents.ts'
import { type BoundParent, boundParents } from './bound-parents.ts'
import { type Line, releaseClaims, unclaim } from './claim-lines.ts'
import type { MpDeps } from './deps.ts'
import { fillTemplate } from './fill-template.ts'
import { type Outbox, outboxesOf } from './outboxes.ts'
import { NO_QUOTA, takeQuota } from './quota.ts'
import { sendLine } from './send-line.ts'

const LOG = every(templateMsgLog, 'what was told under a number is told once, whoever told it')
/** Lines handed to the platform at once. */
const AT_ONCE = 5

type ParentLine = Line & { appid: string; studentCode: string }

/**
 * Parents who have bound themselves to a child and follow the account get a template message of their own. A line in the
 * log per parent and child keeps that nobody gets one twice, however often it is told.
 */
export function tellByWechat(deps: MpDeps): TellParents {
  return {
    title: '公众号模板消息',
    async tell(ctx, news, children) {
      const template = news.templateId
      if (!template) return children.map(() => ({ isTold: false, text: '没有选择公众号的消息模板' }))
      const codes = children.map(({ studentCode }) => studentCode)
      const parents = await boundParents(ctx.db, codes)
      const ways = await outboxesOf(
        deps,
        ctx,
        parents.map(({ appid }) => appid),
        template,
      )
      await writeLines(ctx, news, children, parents, ways)
      await releaseClaims(ctx, news.key)
      const reasons = await sendLines(deps, ctx, ways, await claimOf(ctx, news.key, codes))
      return toldOf(ctx, news, children, { parents, ways, reasons })
    },
  }
}

async function writeLines(
  ctx: Ctx,
  news: ParentNews,
  children: Child[],
  parents: BoundParent[],
  ways: ReadonlyMap<string, Outbox | string>,
): Promise<void> {
  const names = new Map(children.map((child) => [child.studentCode, child.studentName]))
  const rows = parents.flatMap(({ appid, openid, studentCode }) => {
    const way = ways.get(appid)
    if (!way || typeof way === 'string') return []
    const words = {
      标题: news.title,
      学生: names.get(studentCode) ?? '',
      内容: news.text,
      时间: wallTime(ctx.now).slice(0, 16),
    }
    const { templateId, url } = way.letter
    const data = fillTemplate(way.letter, words)
    return [{ id: nextId(), appid, openid, student_code: studentCode, template_id: templateId, url, data }]
  })
  await sql`insert into ${into(templateMsgLog)} (id, tenant_id, appid, batch_id, touser, student_code, template_id, url, data, send_status)
    select r.id, ${ctx.user.tenantId}, r.appid, ${news.key}, r.openid, r.student_code, r.template_id, r.url, r.data, ${SEND_STATUS.queued}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id bigint, appid text, openid text, student_code text,
      template_id text, url text, data jsonb)
    on conflict (tenant_id, batch_id, touser, coalesce(student_code, '')) where batch_id is not null do nothing`.execute(
    ctx.db,
  )
}

/** Of these children alone: what others of the same news wait for is theirs. */
async function claimOf(ctx: Ctx, key: string, codes: string[]): Promise<ParentLine[]> {
  const claimed = await sql<ParentLine>`with picked as materialized (
      select l.id, l.claim_time::text as claimed_before from ${LOG} l
      where l.batch_id = ${key} and l.student_code = any(${codes}::text[]) and l.send_status = ${SEND_STATUS.queued}
      for update skip locked)
    update ${into(templateMsgLog)} t set send_status = ${SEND_STATUS.claimed},
      claim_time = coalesce(t.claim_time, localtimestamp(0))
    from picked p where t.id = p.id
    returning t.id, t.touser, t.data, t.appid, t.student_code, p.claimed_before`.execute(ctx.db)
  return claimed.rows
}

/** Answers by account why nothing more went out, where that is so. */
async function sendLines(
  deps: MpDeps,
  ctx: Ctx,
  ways: ReadonlyMap<string, Outbox | string>,
  lines: ParentLine[],
): Promise<Map<string, string>> {
  const reasons = new Map<string, string>()
  const waiting = [...lines]
  const work = async (): Promise<void> => {
    for (let line = waiting.shift(); line; line = waiting.shift()) {
      const way = ways.get(line.appid)
      if (!way || typeof way === 'string' || reasons.has(line.appid)) await unclaim(ctx, [line])
      else if (!(await takeQuota(deps, way.account, 1))) {
        await unclaim(ctx, [line])
        reasons.set(line.appid, NO_QUOTA)
      } else {
        const { is, text } = await sendLine(deps, ctx, way.account, way.letter, line)
        if (is === 'halt') reasons.set(line.appid, text)
      }
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return reasons
}

interface Sent {
  parents: BoundParent[]
  ways: ReadonlyMap<string, Outbox | string>
  reasons: ReadonlyMap<string, string>
}

async function toldOf(ctx: Ctx, { key }: ParentNews, children: Child[], sent: Sent): Promise<ParentTold[]> {
  const codes = children.map(({ studentCode }) => studentCode)
  const { rows } = await sql<{ studentCode: string; sendStatus: number; sendResult: string | null }>`
    select l.student_code, l.send_status, l.send_result from ${LOG} l
    where l.batch_id = ${key} and l.student_code = any(${codes}::text[])`.execute(ctx.db)
  return children.map(({ studentCode }) => {
    const own = rows.filter((row) => row.studentCode === studentCode)
    const count = (...statuses: number[]) => own.filter((row) => statuses.includes(row.sendStatus)).length
    const told = count(SEND_STATUS.accepted, SEND_STATUS.delivered)
    if (told > 0) return { isTold: true, text: `已发到${told}位家长的微信` }
    const isDoubtful = count(SEND_STATUS.claimed, SEND_STATUS.unknown) > 0
    if (isDoubtful) return { isTold: false, isDoubtful, text: '微信没有应答，可能已送达，没有重发' }
    return { isTold: false, text: own.find(({ sendResult }) => sendResult)?.sendResult ?? whyNot(studentCode, sent) }
  })
}

function whyNot(studentCode: string, { parents, ways, reasons }: Sent): string {
  const appid = parents.find((one) => one.studentCode === studentCode)?.appid
  if (appid === undefined) return '没有家长绑定并关注公众号'
  const way = ways.get(appid)
  return reasons.get(appid) ?? (typeof way === 'string' ? way : '没有发出')
}
