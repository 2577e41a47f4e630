import type { FollowerFilter } from '@xueheng/contract/domains/mp/msg-template.ts'
import { wxUser } from '@xueheng/contract/domains/mp/wx-user.ts'
import { type RawBuilder, sql } from 'kysely'
import { filterConditions } from '../../platform/rows/filters.ts'

/** Rows `u` of followers with a tag. */
export function hasTag(tagid: number): RawBuilder<unknown> {
  return sql`u.tagid_list @> ${JSON.stringify([tagid])}::jsonb`
}

/** Rows `u` of those who follow now and fit the filter. */
export function followersWith(appid: string, { tagid, ...filter }: FollowerFilter): RawBuilder<unknown> {
  const conditions = filterConditions(wxUser.fields, filter)
  const tag = tagid === undefined ? sql`true` : hasTag(Number(tagid))
  return sql`u.appid = ${appid} and u.subscribe = 1 and ${tag} and ${sql.join([sql`true`, ...conditions], sql` and `)}`
}
