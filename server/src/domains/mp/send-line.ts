import { SEND_STATUS } from '@xueheng/contract/domains/mp/batch-states.ts'
import { type MiniProgram, type TemplateValue, msgTemplate } from '@xueheng/contract/domains/mp/msg-template.ts'
import { templateMsgLog } from '@xueheng/contract/domains/mp/template-msg-log.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { into } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { codeOf } from '../../platform/provider/ask-provider.ts'
import type { Account } from './account.ts'
import { type Line, unclaim } from './claim-lines.ts'
import type { MpDeps } from './deps.ts'
import { markLeft } from './keep-followers.ts'
import { askWechat } from './wechat.ts'
import { ACCOUNT_ERRORS, BUSY_ERRORS, GONE_ERRORS, LIMIT_ERRORS, TEMPLATE_ERRORS } from './wechat-words.ts'

const SENT = z.object({ msgid: z.union([z.number(), z.string()]).transform(String) })

/** What is written to everybody of a batch; a line may bring values of its own. */
export interface TemplateLetter {
  appid: string
  templateId: string
  data: TemplateValue[]
  url: string | null
  miniprogram: MiniProgram | null
}

/** What became of a line: with the platform; refused for this person; `halt`: nothing can be sent now; no answer came. */
export interface LineOutcome {
  is: 'accepted' | 'failed' | 'halt' | 'unknown'
  text: string
}

/** Hands a claimed line to the platform and writes down what became of it. */
export async function sendLine(
  deps: MpDeps,
  ctx: Ctx,
  account: Account,
  letter: TemplateLetter,
  line: Line,
): Promise<LineOutcome> {
  try {
    const { msgid } = await askWechat(deps, ctx, account, {
      method: 'POST',
      path: '/cgi-bin/message/template/send',
      body: bodyOf(letter, line),
      // The number of the line makes it safe to ask again.
      isRepeatable: true,
      answer: SENT,
    })
    await mark(ctx, line, SEND_STATUS.accepted, '已提交', { msgid })
    return { is: 'accepted', text: '已提交' }
  } catch (error) {
    return settle(ctx, account, letter, line, error)
  }
}

function bodyOf({ templateId, data, url, miniprogram }: TemplateLetter, line: Line): object {
  const values = (line.data ?? data).map(({ name, value, color }) => [name, { value, ...(color && { color }) }])
  return {
    touser: line.touser,
    template_id: templateId,
    ...(url && { url }),
    ...(miniprogram?.appid && { miniprogram: { appid: miniprogram.appid, pagepath: miniprogram.pagePath ?? '' } }),
    client_msg_id: line.id,
    data: Object.fromEntries(values),
  }
}

/** What becomes of a line the platform did not take. */
async function settle(
  ctx: Ctx,
  account: Account,
  letter: TemplateLetter,
  line: Line,
  error: unknown,
): Promise<LineOutcome> {
  const errcode = codeOf(error)
  const { message: text } = error as Error
  const isForAll =
    errcode !== undefined && [...ACCOUNT_ERRORS, ...LIMIT_ERRORS, ...BUSY_ERRORS, ...TEMPLATE_ERRORS].includes(errcode)
  if (isForAll) {
    // Nothing was sent: the line waits for the batch to be resumed.
    await unclaim(ctx, [line])
    if (TEMPLATE_ERRORS.includes(errcode)) await retire(ctx, letter)
    return { is: 'halt', text }
  }
  // Perhaps it was sent, perhaps nobody was reached: it stays claimed, and whoever resumes decides by the time.
  if (errcode === undefined) return { is: 'unknown', text }
  if (GONE_ERRORS.includes(errcode)) await markLeft(ctx.db, account.appid, [line.touser])
  await mark(ctx, line, SEND_STATUS.failed, text, { errcode })
  return { is: 'failed', text }
}

async function retire(ctx: Ctx, { appid, templateId }: TemplateLetter): Promise<void> {
  await sql`update ${into(msgTemplate)} set is_enabled = 0, update_time = localtimestamp(0)
    where appid = ${appid} and template_id = ${templateId}`.execute(ctx.db)
}

/** What was said of a child is not kept once it has left. */
async function mark(
  ctx: Ctx,
  { id }: Line,
  sendStatus: number,
  result: string,
  { msgid, errcode }: { msgid?: string; errcode?: number },
): Promise<void> {
  await sql`update ${into(templateMsgLog)} set send_status = ${sendStatus}, send_result = ${result.slice(0, 255)},
      send_time = localtimestamp(0), msgid = ${msgid ?? null}, errcode = ${errcode ?? null}, update_time = localtimestamp(0),
      data = case when student_code is null then data end
    where id = ${id}`.execute(ctx.db)
}
