import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TENANT, useTestApp } from './harness.ts'

/** As many requests at once as there are connections, and more: none may wait for a second one while it holds its first. */
const app = useTestApp({ DB_POOL: '2' })
const crowd = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 4 }, work))

test('wrong numbers of an authenticator in a crowd are all refused, and all counted', async () => {
  const user = await app().user({ role: 'exam' })
  await user.post('/api/blade-auth/second-factor/enrol')
  const answers = await crowd(() => user.post('/api/blade-auth/second-factor/confirm', { code: '000000' }))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([400]))
  const counted = await sql<{ fails: number }>`select fails from auth_failure
    where key = ${`o:${TENANT}:${user.userId}`}`.execute(app().app.database.open)
  expect(counted.rows[0]?.fails).toBe(4)
})

test('files that are not what they are called are refused in a crowd, and hidden', async () => {
  const admin = await app().user({ role: 'administrator' })
  const file = { name: 'a.png', body: Buffer.from('%PDF-1.4 no picture') }
  const answers = await crowd(() => admin.upload('/api/blade-resource/oss/endpoint/put-file-attach', {}, [file]))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([400]))
  expect((await admin.get('/api/blade-resource/attach/list')).data.total).toBe(0)
})

test('views with the eyes of others begin in a crowd', async () => {
  const [admin, exam] = [await app().user({ role: 'administrator' }), await app().user({ role: 'exam' })]
  const answers = await crowd(() => admin.post('/api/blade-system/view-as/start', { userId: exam.userId }))
  expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200])
})
