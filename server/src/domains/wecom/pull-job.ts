import { DEPT_TYPE, wecomDept } from '@xueheng/contract/domains/wecom/dept.ts'
import { SYNC } from '@xueheng/contract/domains/wecom/unit.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import { every } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import { type JobDefinition, type JobProgress, defineJob } from '../../platform/jobs/jobs.ts'
import { codeOf } from '../../platform/provider/ask-provider.ts'
import { type Applied, NOTHING, applyItems, markGone, momentOf, plus } from './apply.ts'
import { type CorpKeys, type WecomDeps, applicationOf, directoryOf, keysOf } from './client.ts'
import {
  type Department,
  type Item,
  type Kind,
  adminItems,
  contactItem,
  contactsAnswer,
  departmentsAnswer,
  deptItem,
  followersAnswer,
  parentItems,
  parentsAnswer,
  studentItem,
  studentsAnswer,
} from './item.ts'
import { MIRRORS } from './mirror.ts'
import { NO_CONTACTS, WORDS } from './provider.ts'
import { wecomPull, wecomUpstream } from './tables.ts'
import { placeRows } from './units.ts'

const DEPTS = every(wecomDept, 'a directory is read class by class')

export interface PullPayload {
  corpId: string
  /** Tells what this reading has seen from what earlier ones saw. */
  runId: string
}

const STEPS = ['dept', 'student', 'parent', 'contact', 'gone'] as const
type Step = (typeof STEPS)[number]

const TITLES: Record<Step, string> = {
  dept: '部门和管理员',
  student: '学生',
  parent: '家长',
  contact: '外部联系人',
  gone: '核对平台上已删除的数据',
}

/** What each step reads, of a school directory and of the other one. */
const MEMBERS_PER_ASK = 100
const CONTACTS_PER_ASK = 100
const GONE_AT_ONCE = 500
/** Codes by which the application may read no external contacts: the rest of the directory counts all the same. */
const NO_RIGHT = [48_002, 84_074, 301_002]

interface Reading {
  ctx: Ctx
  deps: WecomDeps
  corp: CorpKeys
  runId: string
}

interface Pull extends Reading {
  progress: JobProgress
  sum: Applied
  remark: string
}

/** Reads the directory of a corp into its mirror; stopped at any place, it goes on there. */
export function pullJob(deps: WecomDeps): JobDefinition<PullPayload> {
  return defineJob<PullPayload>({
    name: 'wecom.pull-directory',
    title: '从企业微信同步',
    singletonKey: ({ corpId }) => corpId,
    subject: ({ corpId }) => corpId,
    async run(ctx, { corpId, runId }, progress) {
      const corp = await keysOf(deps, ctx, corpId)
      const pull: Pull = { ctx, deps, corp, runId, progress, sum: NOTHING, remark: '' }
      const from = await positionOf(pull)
      await keepPosition(pull, from.step, from.position)
      for (const step of STEPS.slice(STEPS.indexOf(from.step))) {
        await progress.report({ step: TITLES[step] })
        await WORK[step](pull, step === from.step ? from.position : '')
        await keepPosition(pull, STEPS[STEPS.indexOf(step) + 1] ?? 'gone', '')
      }
      return progress.finish(async (inside) => {
        await placeRows(inside, corpId)
        await sql`delete from ${own(wecomPull)} p where p.corp_id = ${corpId}`.execute(inside.db)
        return { text: textOf(pull, await countConflicts(inside, corpId)), link: '/qyweixin/dept' }
      })
    },
  })
}

/** Rows that wait for somebody to say which side counts. */
async function countConflicts(ctx: Ctx, corpId: string): Promise<number> {
  let sum = 0
  for (const { entity } of Object.values(MIRRORS)) {
    const rows = every(entity, 'whoever reads a directory is told what is left to decide')
    const found = await sql<{ n: number }>`select count(*)::int as n from ${rows} t
      where corp_id = ${corpId} and sync_state = ${SYNC.conflict} and is_deleted = 0`.execute(ctx.db)
    sum += found.rows[0]?.n ?? 0
  }
  return sum
}

function textOf({ sum, remark }: Pull, conflicts: number): string {
  const { added, changed, skipped } = sum
  const parts = [`新增${added}条`, `更新${changed}条`]
  if (conflicts > 0) parts.push(`两边都改过${conflicts}条`)
  if (skipped > 0) parts.push(`缺少所属部门或学生${skipped}条`)
  return `${parts.join('，')}${remark}`
}

const WORK: Record<Step, (pull: Pull, position: string) => Promise<void>> = {
  dept: async (pull) => {
    pull.sum = plus(pull.sum, await pullDepartments(pull))
  },
  student: (pull, position) =>
    eachClass(pull, 'student', position, async (id) =>
      (await askClass(pull, 'list', id, studentsAnswer)).map(studentItem),
    ),
  parent: (pull, position) =>
    eachClass(pull, 'parent', position, async (id) =>
      (await askClass(pull, 'list_parent', id, parentsAnswer)).flatMap(parentItems),
    ),
  contact: pullContacts,
  gone: findGone,
}

/** All departments with those who look after them. */
export async function pullDepartments(pull: Reading): Promise<Applied> {
  const { corp, ctx, deps } = pull
  const path = corp.isSchool ? '/cgi-bin/school/department/list' : '/cgi-bin/department/list'
  const answer = departmentsAnswer
  const since = await momentOf(ctx)
  const rows = await directoryOf(deps, ctx, corp)({ method: 'GET', path, timeoutMs: 30_000, answer })
  let sum = NOTHING
  const apply = (kind: Kind, items: Item[]) =>
    applyItems(ctx, MIRRORS[kind], corp.corpId, { runId: pull.runId, since }, items)
  for (const level of levelsOf(rows)) sum = plus(sum, await apply('dept', level.map(deptItem)))
  sum = plus(sum, await apply('admin', rows.flatMap(adminItems)))
  // Students belong where their departments lie.
  await placeRows(ctx, corp.corpId)
  return sum
}

/** Departments below those before them; what hangs on none of them is at the top. */
export function levelsOf(rows: readonly Department[]): Department[][] {
  const known = new Set(rows.map(({ id }) => id))
  const below = new Map<number, Department[]>()
  for (const row of rows) {
    const parent = known.has(row.parentid) && row.parentid !== row.id ? row.parentid : 0
    below.set(parent, [...(below.get(parent) ?? []), row])
  }
  const levels: Department[][] = []
  for (let level = below.get(0) ?? []; level.length > 0; level = level.flatMap(({ id }) => below.get(id) ?? [])) {
    levels.push(level)
  }
  return levels
}

async function take(pull: Pull, kind: Kind, since: string, items: readonly Item[]): Promise<void> {
  const { ctx, corp, runId } = pull
  pull.sum = plus(pull.sum, await applyItems(ctx, MIRRORS[kind], corp.corpId, { runId, since }, items))
}

/** Class by class, each kept before the next is asked for. */
async function eachClass(
  pull: Pull,
  kind: Kind & Step,
  position: string,
  read: (deptId: number) => Promise<Item[]>,
): Promise<void> {
  if (!pull.corp.isSchool) return
  const found = await sql<{ deptId: number }>`select dept_id from ${DEPTS} d where corp_id = ${pull.corp.corpId}
    and dept_type = ${DEPT_TYPE.class} and is_deleted = 0 and dept_id > ${Number(position) || 0} order by dept_id`.execute(
    pull.ctx.db,
  )
  for (const [done, { deptId }] of found.rows.entries()) {
    await pull.progress.report({ done, total: found.rows.length })
    const since = await momentOf(pull.ctx)
    await take(pull, kind, since, await read(deptId))
    await keepPosition(pull, kind, String(deptId))
  }
}

function askClass<T>({ deps, ctx, corp }: Pull, name: string, deptId: number, answer: z.ZodType<T>): Promise<T> {
  const query = { department_id: String(deptId) }
  const path = `/cgi-bin/school/user/${name}`
  return directoryOf(deps, ctx, corp)({ method: 'GET', path, query, timeoutMs: 30_000, answer })
}

/** Contacts of the members who have any, a hundred members at a time, page by page. */
async function pullContacts(pull: Pull, position: string): Promise<void> {
  if (!pull.corp.application.secret) return
  try {
    const [batch = 0, cursor = ''] = position === '' ? [] : (JSON.parse(position) as [number, string])
    await readContacts(pull, batch, cursor)
  } catch (error) {
    const code = codeOf(error)
    if (code === undefined || !NO_RIGHT.includes(code)) throw error
    pull.remark = `；外部联系人未同步：${WORDS[code] ?? ''}（${code}）`
    // What was not read is not gone.
    await seenAgain(pull, 'contact')
  }
}

async function readContacts(pull: Pull, first: number, start: string): Promise<void> {
  const ask = applicationOf(pull.deps, pull.ctx, pull.corp)
  const path = '/cgi-bin/externalcontact'
  const members = await ask({ method: 'GET', path: `${path}/get_follow_user_list`, answer: followersAnswer })
  const sorted = members.toSorted()
  let cursor = start
  for (let batch = first; batch * MEMBERS_PER_ASK < sorted.length; batch += 1, cursor = '') {
    const ids = sorted.slice(batch * MEMBERS_PER_ASK, (batch + 1) * MEMBERS_PER_ASK)
    do {
      await pull.progress.report({ done: batch * MEMBERS_PER_ASK, total: sorted.length })
      const body = { userid_list: ids, cursor, limit: CONTACTS_PER_ASK }
      const request = { method: 'POST', path: `${path}/batch/get_by_user`, body, isRepeatable: true } as const
      const since = await momentOf(pull.ctx)
      const page = await ask({ ...request, answer: contactsAnswer }).catch(emptyWithout)
      const items = page.contacts.map(({ external_contact: one, follow_info: follow }) =>
        contactItem(one, Array.isArray(follow) ? follow : follow ? [follow] : []),
      )
      await take(pull, 'contact', since, items)
      cursor = page.next
      await keepPosition(pull, 'contact', JSON.stringify([batch, cursor]))
    } while (cursor)
  }
}

function emptyWithout(error: unknown): { contacts: never[]; next: string } {
  if (codeOf(error) === NO_CONTACTS) return { contacts: [], next: '' }
  throw error
}

async function seenAgain({ ctx, corp, runId }: Pull, kind: Kind): Promise<void> {
  await sql`update ${own(wecomUpstream)} u set run_id = ${runId}::bigint
    where u.corp_id = ${corp.corpId} and u.kind = ${kind}`.execute(ctx.db)
}

/** What earlier readings saw and this one did not. */
async function findGone({ ctx, corp, runId, progress }: Pull): Promise<void> {
  for (const kind of ['parent', 'student', 'admin', 'dept', 'contact'] as const) {
    for (;;) {
      const found = await sql<Item>`select u.key, u.item -> 'values' as values from ${own(wecomUpstream)} u
        where u.corp_id = ${corp.corpId} and u.kind = ${kind} and u.run_id <> ${runId}::bigint
        order by u.key limit ${GONE_AT_ONCE}`.execute(ctx.db)
      if (found.rows.length === 0) break
      await progress.report({ done: 0 })
      await markGone(ctx, MIRRORS[kind], corp.corpId, found.rows)
    }
  }
}

async function positionOf({ ctx, corp, runId }: Pull): Promise<{ step: Step; position: string }> {
  const found = await sql<{ step: Step; position: string }>`select p.step, p.position from ${own(wecomPull)} p
    where p.corp_id = ${corp.corpId} and p.run_id = ${runId}::bigint`.execute(ctx.db)
  return found.rows[0] ?? { step: 'dept', position: '' }
}

async function keepPosition({ ctx, corp, runId }: Pull, step: Step, position: string): Promise<void> {
  await sql`insert into ${own(wecomPull)} (tenant_id, corp_id, run_id, step, position)
    values (${corp.tenantId}, ${corp.corpId}, ${runId}::bigint, ${step}, ${position})
    on conflict (tenant_id, corp_id) do update set run_id = excluded.run_id, step = excluded.step,
      position = excluded.position`.execute(ctx.db)
}
