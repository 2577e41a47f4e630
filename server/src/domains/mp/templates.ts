import { msgTemplate, templateSync } from '@xueheng/contract/domains/mp/msg-template.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { into } from '../../platform/access/doors.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { inTransaction } from '../../platform/db/pool.ts'
import { nextId } from '../../platform/db/id.ts'
import { fault } from '../../platform/error.ts'
import { type Implementation, hook, implement } from '../../platform/module.ts'
import { assertPublic, chosenAccount, chosenAppid } from './account.ts'
import { withinAccount } from './account-rows.ts'
import type { MpDeps } from './deps.ts'
import { askWechat } from './wechat.ts'

const TEMPLATES = z.object({
  template_list: z.array(z.object({ template_id: z.string(), title: z.string(), content: z.string() })),
})
const VALUES = z.array(
  z.object({ name: z.string().max(64), value: z.string().max(2000), color: z.string().max(20).nullish() }),
)

type Template = z.infer<typeof TEMPLATES>['template_list'][number]

export const templateHooks = hook(msgTemplate, {
  around: withinAccount,
  async beforeSave(ctx, row, before) {
    if (!before) row.appid = await chosenAppid(ctx)
    if (row.data && !VALUES.safeParse(Array.isArray(row.data) ? row.data : []).success) {
      throw fault('data', '填写内容的格式不正确')
    }
  },
})

export function templateHandlers(deps: MpDeps): Implementation[] {
  return [implement(templateSync, (ctx, { appid }) => syncTemplates(deps, ctx, appid))]
}

/** The platform's part of every template; what was filled in here stays, and what is gone there is out of use. */
async function syncTemplates(deps: MpDeps, ctx: Ctx, given: string | null): Promise<{ count: number }> {
  const account = await chosenAccount(ctx, deps, given)
  assertPublic(account)
  const path = '/cgi-bin/template/get_all_private_template'
  const { template_list: templates } = await askWechat(deps, ctx, account, { method: 'GET', path, answer: TEMPLATES })
  await inTransaction(ctx.db, async (db) => {
    const inside: Ctx = { ...ctx, db }
    for (const template of templates) await keepTemplate(inside, account.appid, template)
    const ids = templates.map((one) => one.template_id)
    await sql`update ${into(msgTemplate)} set is_enabled = 0, update_time = localtimestamp(0)
      where appid = ${account.appid} and is_deleted = 0 and template_id <> all(${ids}::text[])`.execute(db)
    await logOperation(inside, templateSync.name, templateSync.title, {
      after: { appid: account.appid, count: ids.length },
    })
  })
  return { count: templates.length }
}

async function keepTemplate(
  ctx: Ctx,
  appid: string,
  { template_id: templateId, title, content }: Template,
): Promise<void> {
  const shown = [title.slice(0, 20), content.slice(0, 2000)]
  const known = await sql`update ${into(msgTemplate)} set title = ${shown[0]}, content = ${shown[1]}, is_enabled = 1,
      update_time = localtimestamp(0)
    where appid = ${appid} and template_id = ${templateId} and is_deleted = 0`.execute(ctx.db)
  if (known.numAffectedRows !== 0n) return
  // A name occurs once: two templates of one title are told apart by their numbers.
  const taken = await sql`select 1 from ${into(msgTemplate)} t
    where t.appid = ${appid} and t.name = ${title.slice(0, 50)} and t.is_deleted = 0`.execute(ctx.db)
  const name = taken.rows.length > 0 ? `${title.slice(0, 20)} ${templateId.slice(0, 28)}` : title.slice(0, 50)
  await sql`insert into ${into(msgTemplate)} (id, tenant_id, appid, name, template_id, title, content, is_enabled, create_user, update_user)
    values (${nextId()}, ${ctx.user.tenantId}, ${appid}, ${name}, ${templateId}, ${shown[0]}, ${shown[1]}, 1, ${ctx.user.id},
      ${ctx.user.id})`.execute(ctx.db)
}
