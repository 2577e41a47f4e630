import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { OTHER_TENANT, useTestApp } from '../../../../test/harness.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { computeExam } from '../../../../test/fixtures/computed-exam.ts'

const BASE = '/api/bigdata-service'
const VERSIONS = `${BASE}/examinfo/findPackageByExamId`

const program = useTestApp()
let desk: Desk
let before = ''
let now = ''
beforeAll(async () => {
  desk = await openDesk(program())
  before = await desk.addExam('期中', { beginDate: '2026-03-01' })
  now = await desk.addExam('期末', { beginDate: '2026-06-01' })
  await sql`update exam_info set prev_exam_id = ${before} where id = ${now}`.execute(desk.db)
  // 期中: 赵四 300, 李·二 290, 张一 280; 期末: 张一 310, 赵四 300, 李·二 270; 王三 was absent once
  await pack(before, '考号,语文,数学,外语\n0101,90,90,100\n0102,90,100,100\n0103,60,50,缺考\n0201,100,100,100\n')
  await desk.post('examinfo/publishExam', { examId: before })
  await pack(now, '考号,语文,数学,外语\n0101,110,100,100\n0102,90,90,90\n0103,60,50,50\n0201,100,100,100\n')
})

async function pack(examId: string, scores: string): Promise<void> {
  await computeExam(desk, examId, scores)
  await desk.run('examinfo/execPackageExam', { examId })
}

async function changes(): Promise<unknown[][]> {
  const { data } = await desk.user.get(`${BASE}/report/getScoreRank`, { examId: now, grain: 'student', size: 10 })
  const rows = data.records as Record<string, unknown>[]
  return rows.map((row) => [row['studentName'], row['allRank'], row['rankPrev'], row['rankChange']])
}

test('ranks are compared with the newest package of the exam before, as it was when this one was packed', async () => {
  const expected = [
    ['张一', 1, 3, 2],
    ['赵四', 2, 1, -1],
    ['李·二', 3, 2, -1],
    ['王三', 4, null, null],
  ]
  expect(await changes()).toEqual(expected)
  await desk.post('examinfo/withdrawExam', { examId: before })
  await desk.run('examinfo/execPackageExam', { examId: before })
  expect(await changes()).toEqual(expected)
})

test('the desk sees every version, the newest first', async () => {
  const { data } = await desk.user.get(VERSIONS, { examId: before })
  const rows = data as unknown as Record<string, unknown>[]
  expect(rows.map((row) => [row['packageVersion'], row['studentNum'], row['isPublished']])).toEqual([
    [2, 4, 0],
    [1, 4, 0],
  ])
  expect(rows[0]).toMatchObject({ prevExamName: null, builtBy: expect.any(String), builtTime: expect.any(String) })
  expect(Number(rows[0]?.['sizeBytes'])).toBeGreaterThan(0)
  await desk.post('examinfo/publishExam', { examId: before })
  const published = await desk.user.get(VERSIONS, { examId: before })
  const after = published.data as unknown as Record<string, unknown>[]
  expect(after.map((row) => row['isPublished'])).toEqual([1, 0])
  const compared = await desk.user.get(VERSIONS, { examId: now })
  expect(compared.data).toMatchObject([{ packageVersion: 1, prevExamName: '期中' }])
})

test('ranks of an exam that is not public are not told through the next one', async () => {
  await desk.post('examinfo/withdrawExam', { examId: before })
  await desk.run('examinfo/execPackageExam', { examId: now })
  const rows = await changes()
  expect(rows.map(([, , prev, change]) => [prev, change])).toEqual(rows.map(() => [null, null]))
})

test('another tenant does not learn of them', async () => {
  const stranger = await program().user({ role: 'administrator', tenantId: OTHER_TENANT })
  expect((await stranger.get(VERSIONS, { examId: now })).code).not.toBe(200)
})
