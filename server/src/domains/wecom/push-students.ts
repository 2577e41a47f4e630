import * as z from 'zod'
import { directoryOf } from './client.ts'
import { MIRRORS } from './mirror.ts'
import { PARTLY } from './provider.ts'
import { type Push, type Pushed, type Verdict, eachWaiting, pushBatch } from './push-rows.ts'

const verdict = z.object({ errcode: z.number().int(), errmsg: z.string().default('') })
const STUDENTS = z.object({ result_list: z.array(verdict.extend({ student_userid: z.string() })) })
const PARENTS = z.object({ result_list: z.array(verdict.extend({ parent_userid: z.string() })) })

/** A hundred students at a time; new ones and known ones are two requests. */
export async function pushStudents(push: Push): Promise<void> {
  await eachWaiting(push, MIRRORS.student, async ({ all, known }) => {
    await pushSome(
      push,
      'create',
      all.filter(({ item }) => !known.has(item.key)),
    )
    await pushSome(
      push,
      'update',
      all.filter(({ item }) => known.has(item.key)),
    )
  })
}

async function pushSome(push: Push, way: 'create' | 'update', all: readonly Pushed[]): Promise<void> {
  const students = all.map(({ item: { values } }) => ({
    student_userid: values['studentUserid'],
    name: values['name'],
    department: values['departments'],
    ...(values['mobile'] ? { mobile: values['mobile'] } : {}),
    // A push invites nobody.
    ...(way === 'create' ? { to_invite: false } : {}),
  }))
  const batch = all.map((one) => ({ id: one.item.key, key: String(one.row['studentUserid']), all: [one] }))
  await pushBatch(push, MIRRORS.student, batch, () => askBatch(push, `batch_${way}_student`, { students }))
}

/** Asks for a batch; the answer tells of each part. */
export async function askBatch(
  { deps, ctx, corp }: Pick<Push, 'deps' | 'ctx' | 'corp'>,
  name: string,
  body: object,
): Promise<Verdict[]> {
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
