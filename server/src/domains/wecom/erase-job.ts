import type { ConflictKind } from '@xueheng/contract/domains/wecom/conflict.ts'
import { sql } from 'kysely'
import * as z from 'zod'
import type { Ctx } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import { type JobDefinition, defineJob } from '../../platform/jobs/jobs.ts'
import { type CorpKeys, type WecomDeps, directoryOf, keysOf } from './client.ts'
import type { Item } from './item.ts'
import { MISSING, WORDS } from './provider.ts'
import { PER_PUSH, type Verdict, refusalOfRows } from './push-rows.ts'
import { askBatch } from './push-students.ts'
import { type Removed, markErased, markKept, removedOf } from './removed.ts'
import { wecomUpstream } from './tables.ts'

export interface ErasePayload {
  corpId: string
  /** Rows removed here. */
  ids: string[]
}

interface Erase {
  ctx: Ctx
  deps: WecomDeps
  corp: CorpKeys
  erased: number
  kept: number
}

const ANSWER = z.object({})
/** Those who hang on others first. */
const STEPS: readonly { kind: ConflictKind; work: (erase: Erase, all: Removed[]) => Promise<void> }[] = [
  { kind: 'parent', work: eraseParents },
  { kind: 'student', work: eraseStudents },
  { kind: 'admin', work: eraseAdmins },
  { kind: 'dept', work: eraseDepartments },
]

/** Removes on the platform what was removed here before, row by row with its reason where it is kept. */
export function eraseJob(deps: WecomDeps): JobDefinition<ErasePayload> {
  return defineJob<ErasePayload>({
    name: 'wecom.erase-removed',
    title: '从企业微信删除',
    singletonKey: ({ corpId }) => corpId,
    subject: ({ corpId }) => corpId,
    async run(ctx, { corpId, ids }, progress) {
      const erase: Erase = { ctx, deps, corp: await keysOf(deps, ctx, corpId), erased: 0, kept: 0 }
      for (const { kind, work } of STEPS) {
        await progress.report({ done: erase.erased + erase.kept, total: ids.length })
        await work(erase, await removedOf(ctx, corpId, kind, ids))
      }
      const { erased, kept } = erase
      return { text: kept > 0 ? `删除${erased}条，未成功${kept}条` : `删除${erased}条`, link: '/qyweixin/corp' }
    },
  })
}

async function settle(erase: Erase, all: readonly Removed[], refusal?: { errcode: number; text: string }) {
  // What is gone already is as good as removed.
  if (refusal && !MISSING.includes(refusal.errcode)) {
    await markKept(erase.ctx, all, refusal.text)
    erase.kept += all.length
    return
  }
  await markErased(erase.ctx, erase.corp.corpId, all)
  erase.erased += all.length
}

/** Rows that the platform is told of as one, by its account in small letters. */
interface Person {
  id: string
  all: Removed[]
}

async function settleBatch(erase: Erase, people: readonly Person[], ask: () => Promise<Verdict[]>): Promise<void> {
  let verdicts: Verdict[] = []
  const refusal = await refusalOfRows(async () => {
    verdicts = await ask()
  })
  const failed = new Map(verdicts.filter(({ errcode }) => errcode !== 0).map((one) => [one.id, one]))
  for (const { id, all } of people) {
    const verdict = failed.get(id)
    const text = verdict && `企业微信：${WORDS[verdict.errcode] ?? verdict.errmsg}（${verdict.errcode}）`
    await settle(erase, all, refusal ?? (verdict && { errcode: verdict.errcode, text: text ?? '' }))
  }
}

function peopleOf(all: readonly Removed[], field: string): Person[] {
  const people = new Map<string, Removed[]>()
  for (const one of all) {
    const id = String(one.row[field]).toLowerCase()
    people.set(id, [...(people.get(id) ?? []), one])
  }
  return [...people].map(([id, rows]) => ({ id, all: rows }))
}

const chunks = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / PER_PUSH) }, (_one, at) => all.slice(at * PER_PUSH, (at + 1) * PER_PUSH))

const nameOf = ({ all }: Person, field: string) => String(all[0]?.row[field])

async function eraseStudents(erase: Erase, all: Removed[]): Promise<void> {
  for (const people of chunks(peopleOf(all, 'studentUserid'))) {
    const useridlist = people.map((one) => nameOf(one, 'studentUserid'))
    await settleBatch(erase, people, () => askBatch(erase, 'batch_delete_student', { useridlist }))
  }
}

/** Who has no child left goes; of the others the list of children becomes shorter. */
async function eraseParents(erase: Erase, all: Removed[]): Promise<void> {
  for (const people of chunks(peopleOf(all, 'parentUserid'))) {
    const left = await childrenLeft(erase, people)
    const gone = people.filter(({ id }) => !left.has(id))
    const useridlist = gone.map((one) => nameOf(one, 'parentUserid'))
    if (gone.length > 0) {
      await settleBatch(erase, gone, () => askBatch(erase, 'batch_delete_parent', { useridlist }))
    }
    const others = people.filter(({ id }) => left.has(id))
    const parents = others.map((one) => ({
      parent_userid: nameOf(one, 'parentUserid'),
      children: left.get(one.id)?.map(({ values }) => ({
        student_userid: values['studentUserid'],
        relation: values['relation'] ?? '',
      })),
    }))
    if (others.length > 0) await settleBatch(erase, others, () => askBatch(erase, 'batch_update_parent', { parents }))
  }
}

async function childrenLeft({ ctx, corp }: Erase, people: readonly Person[]): Promise<Map<string, Item[]>> {
  const found = await sql<Item>`select u.key, u.item -> 'values' as values from ${own(wecomUpstream)} u
    where u.corp_id = ${corp.corpId} and u.kind = 'parent'
      and split_part(u.key, '/', 1) = any(${people.map(({ id }) => id)})`.execute(ctx.db)
  const going = new Set(people.flatMap(({ all }) => all.map(({ item }) => item.key)))
  const left = new Map<string, Item[]>()
  for (const item of found.rows.filter(({ key }) => !going.has(key))) {
    const id = item.key.split('/')[0] ?? ''
    left.set(id, [...(left.get(id) ?? []), item])
  }
  return left
}

async function eraseAdmins(erase: Erase, all: Removed[]): Promise<void> {
  const { deps, ctx, corp } = erase
  const path = '/cgi-bin/school/department/update'
  for (const one of all) {
    const { userId: userid, adminType: type, department: id } = one.item.values
    const body = { id, department_admins: [{ userid, op: 1, type }] }
    const ask = () => directoryOf(deps, ctx, corp)({ method: 'POST', path, body, isRepeatable: true, answer: ANSWER })
    await settle(erase, [one], await refusalOfRows(ask))
  }
}

/** Those below before those above. */
async function eraseDepartments(erase: Erase, all: Removed[]): Promise<void> {
  const { deps, ctx, corp } = erase
  const path = `/cgi-bin${corp.isSchool ? '/school' : ''}/department/delete`
  const depthOf = ({ row }: Removed) => String(row['ancestors'] ?? '').split(',').length
  for (const one of all.toSorted((a, b) => depthOf(b) - depthOf(a))) {
    const ask = () => directoryOf(deps, ctx, corp)({ method: 'GET', path, query: { id: one.item.key }, answer: ANSWER })
    await settle(erase, [one], await refusalOfRows(ask))
  }
}
