import { sql } from 'kysely'
import type { Ctx } from '../../platform/ctx.ts'
import { nextId } from '../../platform/db/id.ts'
import { own } from '../../platform/db/table.ts'
import { type JobDefinition, defineJob } from '../../platform/jobs/jobs.ts'
import { codeOf } from '../../platform/provider/ask-provider.ts'
import { applyItems, markGone, momentOf } from './apply.ts'
import { type CorpKeys, type WecomDeps, applicationOf, directoryOf, keysOf } from './client.ts'
import { type Item, type Kind, contactAnswer, contactItem, parentItems, personAnswer, studentItem } from './item.ts'
import { MIRRORS } from './mirror.ts'
import { MISSING, NO_CONTACTS } from './provider.ts'
import { pullDepartments } from './pull-job.ts'
import { wecomDirty, wecomUpstream } from './tables.ts'
import { placeRows } from './units.ts'

interface Dirty {
  kind: Kind
  key: string
  seenTime: string
}

/** Reads again what callbacks named: what is there now counts, in whatever order and however often they came. */
export function followJob(deps: WecomDeps): JobDefinition<{ corpId: string }> {
  return defineJob<{ corpId: string }>({
    name: 'wecom.follow-changes',
    title: '跟进企业微信的变更',
    singletonKey: ({ corpId }) => corpId,
    async run(ctx, { corpId }, progress) {
      const corp = await keysOf(deps, ctx, corpId)
      let done = 0
      for (let dirty = await nextDirty(ctx, corpId); dirty; dirty = await nextDirty(ctx, corpId)) {
        await progress.report({ done })
        await readAgain(deps, ctx, corp, dirty)
        await forget(ctx, corpId, dirty)
        done += 1
      }
      await placeRows(ctx, corpId)
      return { text: `更新${done}处`, link: '/qyweixin/dept' }
    },
  })
}

async function nextDirty(ctx: Ctx, corpId: string): Promise<Dirty | undefined> {
  const found = await sql<Dirty>`select d.kind, d.key, d.seen_time::text as seen_time from ${own(wecomDirty)} d
    where d.corp_id = ${corpId} order by d.kind = 'parent', d.seen_time limit 1`.execute(ctx.db)
  return found.rows[0]
}

/** What was named once more meanwhile is read once more. */
async function forget(ctx: Ctx, corpId: string, { kind, key, seenTime }: Dirty): Promise<void> {
  await sql`delete from ${own(wecomDirty)} d where d.corp_id = ${corpId} and d.kind = ${kind} and d.key = ${key}
    and d.seen_time = ${seenTime}::timestamptz`.execute(ctx.db)
}

/** Takes over what the platform has of one person, or of all departments, now. */
export async function readAgain(
  deps: WecomDeps,
  ctx: Ctx,
  corp: CorpKeys,
  { kind, key }: Pick<Dirty, 'kind' | 'key'>,
): Promise<void> {
  if (kind === 'dept') return readDepartments(deps, ctx, corp)
  const since = await momentOf(ctx)
  const items =
    kind === 'contact' ? await readContact(deps, ctx, corp, key) : await readPerson(deps, ctx, corp, key, kind)
  const mirror = MIRRORS[kind]
  const known = await knownOf(ctx, corp, { kind, key }, since)
  await applyItems(ctx, mirror, corp.corpId, { runId: nextId(), since }, items)
  const gone = known.filter((one) => !items.some((item) => item.key === one.key))
  if (gone.length > 0) await markGone(ctx, mirror, corp.corpId, gone)
}

/** They are read as a whole: one of them does not say what is below it. */
async function readDepartments(deps: WecomDeps, ctx: Ctx, corp: CorpKeys): Promise<void> {
  const runId = nextId()
  const since = await momentOf(ctx)
  await pullDepartments({ ctx, deps, corp, runId })
  for (const kind of ['admin', 'dept'] as const) {
    const gone = await sql<Item>`select u.key, u.item -> 'values' as values from ${own(wecomUpstream)} u
      where u.corp_id = ${corp.corpId} and u.kind = ${kind} and u.run_id <> ${runId}::bigint
        and (u.push_time is null or u.push_time < ${since}::timestamptz)`.execute(ctx.db)
    if (gone.rows.length > 0) await markGone(ctx, MIRRORS[kind], corp.corpId, gone.rows)
  }
}

async function readPerson(deps: WecomDeps, ctx: Ctx, corp: CorpKeys, key: string, kind: Kind): Promise<Item[]> {
  const request = { method: 'GET', path: '/cgi-bin/school/user/get', query: { userid: key } } as const
  try {
    const { student, parent } = await directoryOf(deps, ctx, corp)({ ...request, answer: personAnswer })
    if (kind === 'student') return student ? [studentItem(student)] : []
    return parent ? parentItems(parent) : []
  } catch (error) {
    if (MISSING.includes(codeOf(error) ?? 0)) return []
    throw error
  }
}

async function readContact(deps: WecomDeps, ctx: Ctx, corp: CorpKeys, key: string): Promise<Item[]> {
  const request = { method: 'GET', path: '/cgi-bin/externalcontact/get', query: { external_userid: key } } as const
  try {
    const { external_contact: one, follow_user: follow } = await applicationOf(
      deps,
      ctx,
      corp,
    )({
      ...request,
      answer: contactAnswer,
    })
    return [contactItem(one, follow ?? [])]
  } catch (error) {
    if ([NO_CONTACTS, ...MISSING].includes(codeOf(error) ?? 0)) return []
    throw error
  }
}

/** What was last read of somebody, or pushed before; of a parent one item for each child. */
async function knownOf(
  ctx: Ctx,
  { corpId }: CorpKeys,
  { kind, key }: Pick<Dirty, 'kind' | 'key'>,
  since: string,
): Promise<Item[]> {
  const name = key.toLowerCase()
  const found = await sql<Item>`select u.key, u.item -> 'values' as values from ${own(wecomUpstream)} u
    where u.corp_id = ${corpId} and u.kind = ${kind}
      and (u.key = ${name} or (${kind} = 'parent' and starts_with(u.key, ${`${name}/`})))
      and (u.push_time is null or u.push_time < ${since}::timestamptz)`.execute(ctx.db)
  return found.rows
}
