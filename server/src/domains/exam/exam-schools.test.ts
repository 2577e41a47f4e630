import { beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../test/fixtures/import-desk.ts'
import { ROSTER } from '../../../test/fixtures/import-fixture.ts'
import { newExam } from '../../../test/fixtures/new-exam.ts'
import { useTestApp } from '../../../test/harness.ts'

const program = useTestApp()
let desk: Desk
let examId = ''

beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('参考学校')
  const { batchId } = await desk.send(examId, 'student', ROSTER)
  await desk.run('examimport/commit', { batchId })
})

interface School {
  schoolCode: string
  isBaseline: number
  studentBaseNum: number | null
}

async function schools(): Promise<School[]> {
  const { data } = await desk.user.get<School[]>('/api/bigdata-service/examinfo/findSchoolByExamId', { examId })
  return data
}

async function save(school: object): Promise<void> {
  expect((await desk.post('examinfo/saveSchoolParam', { examId, schools: [school] })).msg).toBe('操作成功')
}

test('a baseline school stays one until somebody says otherwise', async () => {
  const before = await schools()
  expect(before.map((one) => one.isBaseline)).toEqual(before.map(() => 0))
  const schoolCode = before[0]?.schoolCode
  const marked = async () => (await schools()).find((one) => one.schoolCode === schoolCode)?.isBaseline
  await save({ schoolCode, isBaseline: 1 })
  expect(await marked()).toBe(1)
  await save({ schoolCode, planNum: 9 })
  expect(await marked()).toBe(1)
  await save({ schoolCode, isBaseline: 0 })
  expect(await marked()).toBe(0)
})

test('schools of an exam have the base number of its school year', async () => {
  const { studyYear } = newExam('', [], {})
  const [first] = await schools()
  const { schoolCode } = first ?? {}
  for (const [year, num] of [
    [studyYear, 312],
    [Number(studyYear) - 1, 299],
  ])
    await desk.post('schoolParam/submit', { studyYear: year, schoolCode, studentBaseNum: num })
  const found = await schools()
  expect(found.map((one) => [one.schoolCode, one.studentBaseNum])).toEqual(
    found.map((one) => [one.schoolCode, one.schoolCode === schoolCode ? 312 : null]),
  )
})
