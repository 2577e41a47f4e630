import * as z from 'zod'
import { knownItems } from './apply.ts'
import { directoryOf } from './client.ts'
import { MIRRORS, deptMap } from './mirror.ts'
import { PARTLY } from './provider.ts'
import {
  type Push,
  type Pushed,
  markPushed,
  markRefused,
  refusalOfRows,
  refusalText,
  waitingRows,
} from './push-rows.ts'

const verdict = z.object({ errcode: z.number().int(), errmsg: z.string().default('') })
const STUDENTS = z.object({ result_list: z.array(verdict.extend({ student_userid: z.string() })) })
const PARENTS = z.object({ result_list: z.array(verdict.extend({ parent_userid: z.string() })) })

export interface Verdict {
  id: string
  errcode: number
  errmsg: string
}

/** A hundred students at a time; new ones and known ones are two requests. */
export async function pushStudents(push: Push): Promise<void> {
  const mirror = MIRRORS.student
  for (let after = '0'; ;) {
    const rows = await waitingRows(push, mirror, after)
    const last = rows.at(-1)
    if (!last) return
    after = last.id
    const depts = await deptMap(push.ctx, push.corp.corpId)
    const all = rows.flatMap((row) => {
      const item = mirror.itemOf(row, depts)
      return item ? [{ row, item }] : []
    })
    const items = all.map(({ item }) => item)
    const known = await knownItems(push.ctx, mirror, push.corp.corpId, items)
    await pushBatch(
      push,
      'create',
      all.filter(({ item }) => !known.has(item.key)),
    )
    await pushBatch(
      push,
      'update',
      all.filter(({ item }) => known.has(item.key)),
    )
  }
}

async function pushBatch(push: Push, way: 'create' | 'update', all: readonly Pushed[]): Promise<void> {
  if (all.length === 0) return
  const mirror = MIRRORS.student
  const students = all.map(({ item: { values } }) => ({
    student_userid: values['studentUserid'],
    name: values['name'],
    department: values['departments'],
    ...(values['mobile'] ? { mobile: values['mobile'] } : {}),
    // A push invites nobody.
    ...(way === 'create' ? { to_invite: false } : {}),
  }))
  let verdicts: Verdict[] = []
  const refusal = await refusalOfRows(async () => {
    verdicts = await askBatch(push, `batch_${way}_student`, { students })
  })
  if (refusal)
    return markRefused(
      push,
      mirror,
      all.map(({ row }) => row),
      refusal.text,
    )
  const failed = new Map(verdicts.filter(({ errcode }) => errcode !== 0).map((one) => [one.id, one]))
  await markPushed(
    push,
    mirror,
    all.filter(({ item }) => !failed.has(item.key)),
  )
  for (const { row, item } of all) {
    const one = failed.get(item.key)
    const key = String(row['studentUserid'])
    if (one) await markRefused(push, mirror, [row], refusalText(push, 'student', key, one.errcode, one.errmsg))
  }
}

/** What the platform says of each of a batch, by account in small letters. */
export async function askBatch({ deps, ctx, corp }: Push, name: string, body: object): Promise<Verdict[]> {
  const request = { method: 'POST', path: `/cgi-bin/school/user/${name}`, body, isRepeatable: true } as const
  const ask = directoryOf(deps, ctx, corp)
  const partly = { ...request, partCodes: [PARTLY], timeoutMs: 30_000 }
  if (name.endsWith('_student')) {
    const { result_list: list } = await ask({ ...partly, answer: STUDENTS })
    return list.map(({ student_userid: id, ...one }) => ({ ...one, id: id.toLowerCase() }))
  }
  const { result_list: list } = await ask({ ...partly, answer: PARENTS })
  return list.map(({ parent_userid: id, ...one }) => ({ ...one, id: id.toLowerCase() }))
}
