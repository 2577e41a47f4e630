import { wxUser } from '@xueheng/contract/domains/mp/wx-user.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { into } from '../../platform/access/doors.ts'
import { wallTime } from '../../platform/clock.ts'
import type { Db } from '../../platform/ctx.ts'
import { nextIds } from '../../platform/db/id.ts'
import { own } from '../../platform/db/table.ts'
import { wxUserPull } from './tables.ts'

/** A follower as the platform tells of one; of who left only the openid. */
export const FOLLOWER = z.object({
  subscribe: z.number(),
  openid: z.string().min(1).max(64),
  nickname: z.string().nullish(),
  sex: z.number().nullish(),
  city: z.string().nullish(),
  province: z.string().nullish(),
  headimgurl: z.string().nullish(),
  remark: z.string().nullish(),
  unionid: z.string().nullish(),
  subscribe_time: z.number().nullish(),
  tagid_list: z.array(z.number()).nullish(),
  subscribe_scene: z.string().nullish(),
  qr_scene: z.union([z.number(), z.string()]).nullish(),
  qr_scene_str: z.string().nullish(),
})

export type Follower = z.infer<typeof FOLLOWER>

/** Writes followers as they are now; what is not told any more stays as it was known. */
export async function keepFollowers(
  db: Db,
  { tenantId, appid }: { tenantId: string; appid: string },
  followers: readonly Follower[],
): Promise<void> {
  if (followers.length === 0) return
  const rows = JSON.stringify(followers.map(rowOf))
  await sql`insert into ${into(wxUser)} as u (id, tenant_id, appid, openid, subscribe, nickname, sex, city, province,
      headimgurl, remark, unionid, subscribe_time, tagid_list, subscribe_scene, qr_scene_str, sync_no)
    select ${nextIds(followers.length)}, ${tenantId}, ${appid}, r.openid, r.subscribe, r.nickname, r.sex, r.city, r.province,
      r.headimgurl, r.remark, r.unionid, r.subscribe_time, coalesce(r.tagid_list, '[]'), r.subscribe_scene, r.qr_scene_str,
      coalesce((select p.no from ${own(wxUserPull)} p where p.appid = ${appid}), 0)
    from jsonb_to_recordset(${rows}::jsonb) as r(openid text, subscribe int, nickname text, sex int, city text,
      province text, headimgurl text, remark text, unionid text, subscribe_time timestamp, tagid_list jsonb,
      subscribe_scene text, qr_scene_str text)
    on conflict (tenant_id, appid, openid) do update set
      subscribe = excluded.subscribe,
      nickname = coalesce(excluded.nickname, u.nickname),
      sex = coalesce(excluded.sex, u.sex),
      city = coalesce(excluded.city, u.city),
      province = coalesce(excluded.province, u.province),
      headimgurl = coalesce(excluded.headimgurl, u.headimgurl),
      remark = case when excluded.subscribe = 1 then excluded.remark else u.remark end,
      unionid = coalesce(excluded.unionid, u.unionid),
      subscribe_time = coalesce(excluded.subscribe_time, u.subscribe_time),
      tagid_list = case when excluded.subscribe = 1 then excluded.tagid_list else u.tagid_list end,
      subscribe_scene = coalesce(excluded.subscribe_scene, u.subscribe_scene),
      qr_scene_str = coalesce(excluded.qr_scene_str, u.qr_scene_str),
      sync_no = excluded.sync_no,
      is_deleted = 0,
      update_time = localtimestamp(0)`.execute(db)
}

function rowOf(one: Follower): object {
  return {
    openid: one.openid,
    subscribe: one.subscribe === 1 ? 1 : 0,
    nickname: known(one.nickname, 50),
    sex: one.sex === 1 || one.sex === 2 ? one.sex : null,
    city: known(one.city, 50),
    province: known(one.province, 50),
    headimgurl: known(one.headimgurl, 500),
    remark: known(one.remark, 29),
    unionid: known(one.unionid, 64),
    subscribe_time: one.subscribe_time ? wallTime(new Date(one.subscribe_time * 1000)) : null,
    tagid_list: one.tagid_list ?? [],
    subscribe_scene: known(one.subscribe_scene, 64),
    // A numeric scene before one in words; zero is none.
    qr_scene_str: known(one.qr_scene ? String(one.qr_scene) : one.qr_scene_str, 64),
  }
}

function known(text: string | null | undefined, most: number): string | null {
  return text ? text.slice(0, most) : null
}

/** They do not follow any more; what is known of them stays. */
export async function markLeft(db: Db, appid: string, openids: readonly string[]): Promise<void> {
  await sql`update ${into(wxUser)} set subscribe = 0, update_time = localtimestamp(0)
    where appid = ${appid} and openid = any(${openids}) and subscribe is distinct from 0`.execute(db)
}
