import type { JobView } from '@xueheng/contract/platform/jobs.ts'
import { beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { ROSTER } from '../../../../test/fixtures/import-fixture.ts'
import { useTestApp } from '../../../../test/harness.ts'

const program = useTestApp()
let desk: Desk
let examId = ''
beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('期末')
  const roster = await desk.send(examId, 'student', ROSTER)
  await desk.run('examimport/commit', { batchId: roster.batchId, confirmWarnings: 1 })
  const numbers = ROSTER.trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split(',')[0])
  const scores = await desk.send(
    examId,
    'score',
    ['考号,语文,数学,外语', ...numbers.map((number) => `${number},100,90,80`)].join('\n'),
  )
  await desk.run('examimport/commit', { batchId: scores.batchId, confirmWarnings: 1 })
})

async function jobsOf(name: string): Promise<JobView[]> {
  const { data } = await desk.user.get('/api/blade-desk/job/list', { current: 1, size: 50 })
  return data.records.filter((job: JobView) => job.name === name)
}

async function ended(name: string, count: number): Promise<JobView[]> {
  await expect
    .poll(async () => (await jobsOf(name)).filter((job) => job.endTime).length, { timeout: 30_000 })
    .toBe(count)
  return jobsOf(name)
}

const statusOf = async () =>
  (await desk.user.get('/api/bigdata-service/examinfo/detail', { id: examId })).data.examStatus

test('one order checks list and scores together, and tells the exam and how far it is', async () => {
  await desk.run('examstudentimport/checkByExamId', { examId, confirmWarnings: 1, isWhole: 1 })
  const jobs = await ended('exam.check-exam', 1)
  expect(jobs.map((job) => [job.subject, job.state, job.done === job.total && job.total > 0])).toEqual([
    [examId, 'done', true],
  ])
  expect(jobs[0]?.text).toBe('考生 4 条，错误 0，警告 0；成绩 12 条，错误 0，警告 0；考试已校验')
})

test('one order archives the list and then the scores', async () => {
  await desk.run('examstudentimport/archiveByExamId', { examId, isWhole: 1 })
  const jobs = await ended('exam.archive-exam', 2)
  expect(jobs.map((job) => job.text)).toEqual([
    expect.stringContaining('成绩归档完成'),
    expect.stringContaining('考生归档完成'),
  ])
  expect(await statusOf()).toBe(3)
})
