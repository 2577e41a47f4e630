import { type MiniProgram, type TemplateValue, msgTemplate } from '@xueheng/contract/domains/mp/msg-template.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError } from '../../platform/error.ts'
import { type Account, accountOf, assertPublic } from './account.ts'
import type { MpDeps } from './deps.ts'
import type { TemplateLetter } from './send-line.ts'

const TEMPLATES = every(msgTemplate, 'what is told parents goes by the template of their account, whoever tells it')

/** An account with the template it tells something by. */
export interface Outbox {
  account: Account
  letter: TemplateLetter & { name: string; content: string | null }
}

/** The way out of each account by the template of that number or name, or in words why there is none. */
export async function outboxesOf(
  deps: MpDeps,
  ctx: Ctx,
  appids: readonly string[],
  template: string,
): Promise<ReadonlyMap<string, Outbox | string>> {
  const ways = await Promise.all(
    [...new Set(appids)].map(async (appid) => [appid, await outboxOf(deps, ctx, appid, template)] as const),
  )
  return new Map(ways)
}

async function outboxOf(deps: MpDeps, ctx: Ctx, appid: string, template: string): Promise<Outbox | string> {
  try {
    const account = await accountOf(ctx, deps, appid)
    assertPublic(account)
    const letter = await letterOf(ctx, appid, template)
    return letter ? { account, letter } : `公众号没有可用的消息模板「${template}」`
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

async function letterOf(ctx: Ctx, appid: string, template: string): Promise<Outbox['letter'] | undefined> {
  const found = await sql<{
    name: string
    templateId: string
    content: string | null
    data: TemplateValue[] | null
    url: string | null
    miniprogram: MiniProgram | null
  }>`select t.name, t.template_id, t.content, t.data, t.url, t.miniprogram from ${TEMPLATES} t
    where t.appid = ${appid} and t.is_deleted = 0 and t.is_enabled = 1 and (t.name = ${template} or t.template_id = ${template})
    order by t.name = ${template} desc, t.id limit 1`.execute(ctx.db)
  const row = found.rows[0]
  return row && { ...row, appid, data: row.data ?? [] }
}
