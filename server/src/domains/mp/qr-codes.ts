import {
  qrCodeCreate,
  qrCodeDelete,
  qrCodeDetail,
  qrCodeList,
  qrCodePicture,
  qrCodeSync,
  qrCodeUpdate,
  qrCodeUpdateBody,
  wxQrCode,
} from '@xueheng/contract/domains/mp/wx-qr-code.ts'
import { sql } from 'kysely'
import { renderSVG } from 'uqr'
import * as z from 'zod'
import { into, visible } from '../../platform/access/doors.ts'
import { logChange } from '../../platform/audit/operation-log.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { AppError } from '../../platform/error.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { idsOf } from '../../platform/rows/handlers.ts'
import { findOf, listOf } from '../../platform/rows/list.ts'
import { removeRows } from './remove-rows.ts'
import { assertPublic, chosenAccount, chosenAppid, familyQuery } from './account.ts'
import type { MpDeps } from './deps.ts'
import { askWechat } from './wechat.ts'

const TICKET = z.object({ ticket: z.string(), expire_seconds: z.number().optional(), url: z.string() })

export function qrCodeHandlers(deps: MpDeps): Implementation[] {
  return [
    implement(qrCodeList, async (ctx, { appid, query }) => {
      const chosen = await chosenAppid(ctx, appid)
      return listOf(ctx, qrCodeList, familyQuery(query), sql`(select * from ${codes(ctx)} q where q.appid = ${chosen})`)
    }),
    implement(qrCodeDetail, (ctx, { id }) => findOf(ctx, qrCodeList, id, codes(ctx))),
    implement(qrCodePicture, async (ctx, { id }) => {
      const row = await found(ctx, id)
      return { svg: renderSVG(String(row.url ?? '')) }
    }),
    implement(qrCodeCreate, (ctx, input) => create(deps, ctx, input)),
    implement(qrCodeUpdate, (ctx, input) => update(ctx, input)),
    implement(qrCodeUpdateBody, (ctx, input) => update(ctx, input)),
    implement(qrCodeSync, async (ctx, { appid }) => {
      const chosen = await chosenAppid(ctx, appid)
      await sql`update ${into(wxQrCode)} set is_expired = 1 where appid = ${chosen}
        and expire_time < localtimestamp and is_expired is distinct from 1`.execute(ctx.db)
    }),
    implement(qrCodeDelete, (ctx, input) => removeRows(ctx, wxQrCode, idsOf(input))),
  ]
}

/** With what the clock says of them, whatever was written. */
function codes(ctx: Ctx) {
  const others = sql.raw(
    [
      'id',
      'tenant_id',
      'appid',
      'scene_str',
      'is_temp',
      'expire_time',
      'url',
      'ticket',
      'remark',
      'create_user',
      'create_dept',
      'create_time',
      'update_user',
      'update_time',
      'status',
      'is_deleted',
    ]
      .map((name) => `c.${name}`)
      .join(', '),
  )
  return sql`(select ${others}, (coalesce(c.expire_time < localtimestamp, false))::int as is_expired
    from ${visible(ctx, wxQrCode)} c)`
}

async function found(ctx: Ctx, id: string) {
  const row = await findOf(ctx, qrCodeList, id, codes(ctx))
  if (!row) throw new AppError('row.notFound')
  return row
}

interface Wanted {
  sceneStr: string
  isTemp: number | null
  expireSeconds: number | null
  remark: string | null
  appid: string | null
}

async function create(deps: MpDeps, ctx: Ctx, input: Wanted) {
  const account = await chosenAccount(ctx, deps, input.appid)
  assertPublic(account)
  const { sceneStr } = input
  const isTemp = input.isTemp !== 0
  const scene = { scene: { scene_str: sceneStr } }
  const body = isTemp
    ? { expire_seconds: input.expireSeconds, action_name: 'QR_STR_SCENE', action_info: scene }
    : { action_name: 'QR_LIMIT_STR_SCENE', action_info: scene }
  const given = await askWechat(deps, ctx, account, {
    method: 'POST',
    path: '/cgi-bin/qrcode/create',
    body,
    answer: TICKET,
  })
  const expire = isTemp ? wallTime(new Date(Date.now() + (given.expire_seconds ?? 0) * 1000)) : null
  const id = nextId()
  await sql`insert into ${into(wxQrCode)} (id, tenant_id, appid, scene_str, is_temp, expire_time, is_expired, url, ticket, remark,
      create_user, create_dept, update_user)
    values (${id}, ${ctx.user.tenantId}, ${account.appid}, ${sceneStr}, ${isTemp ? 1 : 0}, ${expire}, 0, ${given.url}, ${given.ticket},
      ${input.remark}, ${ctx.user.id}, ${ctx.user.deptId || null}, ${ctx.user.id})`.execute(ctx.db)
  await logChange(ctx, wxQrCode, id, undefined, { sceneStr, isTemp: isTemp ? 1 : 0, expireTime: expire })
  return { id, ticket: given.ticket, url: given.url, expireSeconds: given.expire_seconds ?? null }
}

async function update(ctx: Ctx, { id, remark }: { id: string; remark: string | null }): Promise<void> {
  const before = await found(ctx, id)
  await sql`update ${into(wxQrCode)} set remark = ${remark}, update_user = ${ctx.user.id}, update_time = localtimestamp(0)
    where id = ${before.id}`.execute(ctx.db)
  await logChange(ctx, wxQrCode, before.id, before, { ...before, remark })
}
