import { join } from 'node:path'
import { TASK_STATE } from '@xueheng/contract/domains/exam/compute-plan.ts'
import type { ProgressTask } from '@xueheng/contract/domains/exam/exam-info.ts'
import { beforeAll, expect, test } from 'vitest'
import { TENANT, useTestApp } from '../../../test/harness.ts'
import { openAnalytics } from '../../platform/analytics/duckdb.ts'
import { type Desk, openDesk } from '../../../test/fixtures/import-desk.ts'
import { ROSTER } from '../../../test/fixtures/import-fixture.ts'

const program = useTestApp()
const SCORES = '考号,语文,数学,外语\n0101,100,90,80\n0102,110,120,130\n0103,70,80,90\n0201,60,50,40\n'
let desk: Desk
let examId = ''
beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('处理项')
  for (const [kind, file] of [
    ['student', ROSTER],
    ['score', SCORES],
  ] as const) {
    const batch = await desk.send(examId, kind, file)
    await desk.run('examimport/commit', { batchId: batch.batchId, confirmWarnings: 1 })
  }
  for (const call of ['check', 'archive'])
    for (const path of ['examstudentimport', 'examscorestudentcourseimport'])
      await desk.run(`${path}/${call}ByExamId`, { examId, ...(call === 'check' ? { confirmWarnings: 1 } : {}) })
})

async function choose(processingItem: string): Promise<string> {
  return (await desk.post('examinfo/saveProcessItem', { examId, processingItem })).msg
}

async function task(taskCode: string): Promise<ProgressTask> {
  const answer = await desk.user.get('/api/bigdata-service/examdataprogresstask/getProgressTask', { examId, taskCode })
  return answer.data as never
}

/** Rows of a table of the newest package. */
async function packed(version: number, table: string): Promise<number> {
  const analytics = await openAnalytics({
    memoryLimit: '1GB',
    threads: 1,
    tempFolder: program().dataDir,
    connections: 1,
  })
  const path = join(program().dataDir, 'packages', TENANT, examId, `v${version}`, `${table}.parquet`)
  const [found] = await analytics.query<{ n: number }>('select count(*)::int as n from read_parquet($path)', { path })
  analytics.close()
  return found?.n ?? -1
}

test('the best of areas and of schools are counted each by a call of their own', async () => {
  const states = async () => [(await task('STAT_AREA_FRONTN')).taskState, (await task('STAT_SCHOOL_FRONTN')).taskState]
  await desk.run('examdataprogresstask/execAreaSelfFrontNProc', { examId })
  expect(await states()).toEqual([TASK_STATE.done, TASK_STATE.waiting])
  const { records } = (await desk.user.get('/api/bigdata-service/examdataprogress/list', { examId })).data
  // What the counts need runs with them and is part of the whole.
  expect(records[0]).toMatchObject({ taskTotal: 4, taskFinished: 4, percent: 100 })
  await desk.run('examdataprogresstask/execSchoolSelfFrontNProc', { examId })
  expect(await states()).toEqual([TASK_STATE.done, TASK_STATE.done])
})

test('everything runs before anything was chosen', async () => {
  expect(await task('STAT_PARAGRAPH')).toMatchObject({ isOptional: 1, isChosen: 1 })
  expect(await task('STAT_BASE')).toMatchObject({ isOptional: 0, isChosen: 1 })
  await desk.run('examinfo/execDataProgress', { examId })
  await desk.run('examinfo/execPackageExam', { examId })
  expect(await packed(1, 'paragraph')).toBeGreaterThan(0)
})

test('what was not chosen is left out, and the plan and the package say so', async () => {
  await desk.setStatus(examId, 5)
  expect(await choose('[{"itemCode":"STAT_AREA_FRONTN","params":{}}]')).toBe('操作成功')
  await desk.run('examinfo/execDataProgress', { examId })
  expect(await task('STAT_PARAGRAPH')).toMatchObject({ isChosen: 0, isFinished: 1, taskState: TASK_STATE.skipped })
  // What the plan cannot do without is chosen without being named.
  expect(await task('STAT_BASE')).toMatchObject({ isChosen: 1, isFinished: 1 })
  expect(await task('STAT_AREA_FRONTN')).toMatchObject({ isChosen: 1, isFinished: 1 })
  await desk.run('examinfo/execPackageExam', { examId })
  expect([await packed(2, 'paragraph'), await packed(2, 'school_front')]).toEqual([0, 0])
  expect(await packed(2, 'quota')).toBe(await packed(1, 'quota'))
  expect(await packed(2, 'area_front')).toBe(await packed(1, 'area_front'))
  const alone = await desk.post('examdataprogresstask/execProgressItem', { examId, taskCode: 'STAT_PARAGRAPH' })
  expect(alone.msg).toBe('「分数段与一分一段」没有选入这次考试的处理项')
})

test('chosen again it is computed again', async () => {
  await desk.setStatus(examId, 5)
  expect(await choose('STAT_BASE, STAT_PARAGRAPH，STAT_AREA_FRONTN,STAT_SCHOOL_FRONTN')).toBe('操作成功')
  await desk.run('examinfo/execDataProgress', { examId })
  await desk.run('examinfo/execPackageExam', { examId })
  expect(await packed(3, 'paragraph')).toBe(await packed(1, 'paragraph'))
})

test.each([
  ['RATE', '没有处理项「RATE」'],
  ['[{"code":"STAT_BASE"}]', '处理项应为编码列表'],
  ['[{', '处理项应为编码列表'],
])('%s is refused', async (text, message) => {
  await desk.setStatus(examId, 5)
  expect(await choose(text)).toBe(message)
})
