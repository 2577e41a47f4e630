import { beforeAll, expect, test } from 'vitest'
import { computeExam } from '../../test/fixtures/computed-exam.ts'
import { type Desk, openDesk } from '../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../test/fixtures/import-fixture.ts'
import { TENANT, useTestApp } from '../../test/harness.ts'
import type { Ctx } from '../platform/ctx.ts'
import { correctMarks } from './corrections.ts'

const app = useTestApp()
const SCORES = '考号,语文,数学,外语\n0101,120,110,100\n0102,90,80,70\n0103,60,60,40\n0201,100,100,100\n'
let desk: Desk
const exams: string[] = []

async function publish(examId: string): Promise<void> {
  await computeExam(desk, examId, SCORES)
  await desk.run('examinfo/execPackageExam', { examId })
  await desk.post('examinfo/publishExam', { examId })
}

beforeAll(async () => {
  desk = await openDesk(app())
  for (const beginDate of ['2026-03-01', '2026-04-01']) {
    const examId = await desk.addExam(`更正 ${beginDate}`, { beginDate })
    await publish(examId)
    exams.push(examId)
  }
})

async function ctxOf(userId: string): Promise<Ctx> {
  const ctx = await app().app.ctxOf(TENANT, userId)
  if (!ctx) throw new Error('nobody')
  return ctx
}

test('marks of the school are corrected once: two approved, of which the newest exam is to be published anew, one waits', async () => {
  const schoolCode = SCHOOLS[0]?.code
  const school = await ctxOf((await app().user({ role: 'school', schoolCode })).userId)
  const bureau = await ctxOf((await app().user({ role: 'exam' })).userId)
  const [before, newest] = exams
  expect(await correctMarks(school, bureau, schoolCode)).toBe(newest)
  const { data } = await desk.user.get('/api/bigdata-service/examscorecorrection/list', { size: 10 })
  const rows = data.records.map((row: Record<string, string>) =>
    [row['examId'] === newest, row['studentNumber'], row['oldScore'], row['newScore'], row['correctionStatus']].join(),
  )
  expect(rows.toSorted()).toEqual(['false,0103,60,68,2', 'true,0101,120,128,2', 'true,0102,90,98,1'])
  await desk.run('examinfo/execPackageExam', { examId: newest })
  expect(await correctMarks(school, bureau, schoolCode)).toBeUndefined()
  const versionsOf = async (id?: string) => (await desk.user.get('/api/bigdata-service/examinfo/detail', { id })).data
  expect(await versionsOf(newest)).toMatchObject({ dataVersion: 2, packageVersion: 2 })
  expect(await versionsOf(before)).toMatchObject({ dataVersion: 2, packageVersion: 1 })
})
