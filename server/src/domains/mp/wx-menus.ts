import {
  type WxMenuButton,
  menuDelete,
  menuGet,
  menuProblems,
  menuUpdate,
} from '@xueheng/contract/domains/mp/wx-menu.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import { fault, faults } from '../../platform/error.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { codeOf, isUnanswered } from '../../platform/provider/ask-provider.ts'
import { type Account, accountOf, assertPublic, chosenAccount, chosenAppid, findAccount } from './account.ts'
import { wxMenuKept } from './tables.ts'
import type { MpDeps } from './deps.ts'
import { SUCCESS, askWechat } from './wechat.ts'

const NO_MENU = 46003

/** A button as the platform writes it. */
interface Upstream {
  type?: string
  name: string
  key?: string
  url?: string
  media_id?: string
  article_id?: string
  appid?: string
  pagepath?: string
  sub_button?: Upstream[]
}

const BUTTON: z.ZodType<Upstream> = z.lazy(() =>
  z.object({
    type: z.string().optional(),
    name: z.string(),
    key: z.string().optional(),
    url: z.string().optional(),
    media_id: z.string().optional(),
    article_id: z.string().optional(),
    appid: z.string().optional(),
    pagepath: z.string().optional(),
    sub_button: z.array(BUTTON).optional(),
  }),
)
const MENU = z.object({
  menu: z.object({ button: z.array(BUTTON) }),
  conditionalmenu: z.array(z.object({ button: z.array(BUTTON) }).loose()).optional(),
})

/** What a body may carry; everything else of it is dropped. */
const TYPED: z.ZodType<WxMenuButton> = z.lazy(() =>
  z.object({
    name: z.string(),
    type: z.string().optional(),
    key: z.string().optional(),
    url: z.string().optional(),
    mediaId: z.string().optional(),
    articleId: z.string().optional(),
    appId: z.string().optional(),
    pagePath: z.string().optional(),
    subButtons: z.array(TYPED).optional(),
  }),
)

export function menuHandlers(deps: MpDeps): Implementation[] {
  return [
    implement(menuGet, (ctx, { appid }) => getMenu(deps, ctx, appid)),
    implement(menuUpdate, async (ctx, { appid, buttons }, { request }) => {
      const account = await chosenAccount(ctx, deps, appid)
      assertPublic(account)
      await publish(deps, ctx, account, typedButtons(buttons ?? sentButtons(request.body)))
    }),
    implement(menuDelete, async (ctx, { appid }) => {
      const account = await chosenAccount(ctx, deps, appid)
      assertPublic(account)
      await publish(deps, ctx, account, [])
    }),
  ]
}

/** The menu as the platform has it; the copy where it does not answer, or cannot be asked without a secret. */
async function getMenu(deps: MpDeps, ctx: Ctx, given: string | null) {
  const appid = await chosenAppid(ctx, given)
  const known = await findAccount(ctx.db, deps, ctx.user.tenantId, appid)
  const kept = await keptMenu(ctx, appid)
  if (kept && known?.secret === '') return kept
  const account = await accountOf(ctx, deps, appid)
  assertPublic(account)
  try {
    const { buttons, conditional } = await readMenu(deps, ctx, account)
    await keepMenu(ctx, account, buttons, conditional)
    return { menu: { buttons }, conditionalMenu: conditional, isKept: 0, keptTime: null }
  } catch (error) {
    if (kept && isUnanswered(error)) return kept
    throw error
  }
}

async function readMenu(
  deps: MpDeps,
  ctx: Ctx,
  account: Account,
): Promise<{ buttons: WxMenuButton[]; conditional: object[] }> {
  try {
    const found = await askWechat(deps, ctx, account, { method: 'GET', path: '/cgi-bin/menu/get', answer: MENU })
    const conditional = (found.conditionalmenu ?? []).map(({ button, ...rest }) => ({
      ...rest,
      buttons: button.map(fromUpstream),
    }))
    return { buttons: found.menu.button.map(fromUpstream), conditional }
  } catch (error) {
    if (codeOf(error) === NO_MENU) return { buttons: [], conditional: [] }
    throw error
  }
}

/** The field of the form in which a place of the menu stands. */
function fieldAt(place: string): string {
  return place === '' ? 'buttons' : `buttons.${place}`
}

/** Publishes a menu that holds to the rules; without buttons there is none any more. */
async function publish(deps: MpDeps, ctx: Ctx, account: Account, buttons: WxMenuButton[]): Promise<void> {
  const problems = menuProblems(buttons)
  if (problems.length > 0) throw faults(problems.map(({ place, message }) => ({ field: fieldAt(place), message })))
  if (buttons.length === 0) {
    await askWechat(deps, ctx, account, { method: 'GET', path: '/cgi-bin/menu/delete', answer: SUCCESS })
  } else {
    const body = { button: buttons.map(toUpstream) }
    await askWechat(deps, ctx, account, {
      method: 'POST',
      path: '/cgi-bin/menu/create',
      body,
      isRepeatable: true,
      answer: SUCCESS,
    })
  }
  await keepMenu(ctx, account, buttons, [])
  await logOperation(ctx, menuUpdate.name, menuUpdate.title, { after: { appid: account.appid, buttons } })
}

/** No buttons at all are meant where the body says so: an empty list is read as none given. */
function sentButtons(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'buttons' in body ? body.buttons : undefined
}

function typedButtons(given: unknown): WxMenuButton[] {
  const parsed = z.array(TYPED).safeParse(given)
  if (!parsed.success) throw fault('buttons', '菜单的格式不正确')
  return parsed.data
}

function toUpstream(button: WxMenuButton): Upstream {
  const below = button.subButtons ?? []
  // A parent with a type is refused, and so is a child of a child.
  if (below.length > 0)
    return { name: button.name.trim(), sub_button: below.map((one) => toUpstream({ ...one, subButtons: [] })) }
  const all = {
    type: button.type,
    key: button.key,
    url: button.url,
    media_id: button.mediaId,
    article_id: button.articleId,
    appid: button.appId,
    pagepath: button.pagePath,
  }
  return { name: button.name.trim(), ...Object.fromEntries(Object.entries(all).filter(([, value]) => value)) }
}

function fromUpstream(button: Upstream): WxMenuButton {
  const all: WxMenuButton = {
    name: button.name,
    type: button.type,
    key: button.key,
    url: button.url,
    mediaId: button.media_id,
    articleId: button.article_id,
    appId: button.appid,
    pagePath: button.pagepath,
    subButtons: (button.sub_button ?? []).map(fromUpstream),
  }
  return JSON.parse(JSON.stringify(all)) as WxMenuButton
}

async function keptMenu(ctx: Ctx, appid: string) {
  const found = await sql<{ buttons: WxMenuButton[]; conditional: object[]; keptTime: Date }>`
    select m.buttons, m.conditional, m.kept_time from ${own(wxMenuKept)} m where m.appid = ${appid}`.execute(ctx.db)
  const row = found.rows[0]
  if (!row) return undefined
  return {
    menu: { buttons: row.buttons },
    conditionalMenu: row.conditional,
    isKept: 1,
    keptTime: wallTime(row.keptTime),
  }
}

async function keepMenu(
  ctx: Ctx,
  { tenantId, appid }: Account,
  buttons: WxMenuButton[],
  conditional: object[],
): Promise<void> {
  const values = [JSON.stringify(buttons), JSON.stringify(conditional)]
  await sql`insert into ${own(wxMenuKept)} as m (tenant_id, appid, buttons, conditional, kept_time)
    values (${tenantId}, ${appid}, ${values[0]}::jsonb, ${values[1]}::jsonb, now())
    on conflict (tenant_id, appid) do update set buttons = excluded.buttons, conditional = excluded.conditional,
      kept_time = now()`.execute(ctx.db)
}
