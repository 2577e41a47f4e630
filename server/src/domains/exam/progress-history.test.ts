import { COMPUTED_TASKS, COMPUTE_PLAN, TASK_STATE } from '@xueheng/contract/domains/exam/compute-plan.ts'
import { beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../test/fixtures/import-desk.ts'
import { ROSTER } from '../../../test/fixtures/import-fixture.ts'
import { useTestApp } from '../../../test/harness.ts'

const TASK = '/api/bigdata-service/examdataprogresstask/getProgressTask'
const program = useTestApp()
let desk: Desk
let examId = ''
beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('进度')
})

const INVENTED = { taskTotal: 99, taskFinished: 98, runState: 2, startTime: '2020-01-01 00:00:00', dataVersion: 77 }

test('a run sent by a program has the next number and the facts of its exam, whatever is sent', async () => {
  const first = await desk.post('examdataprogress/submit', { examId, runNo: 41, message: '外部', ...INVENTED })
  const next = await desk.post('examdataprogress/submit', { examId, runNo: 41, ...INVENTED })
  expect([first.msg, next.msg]).toEqual(['操作成功', '操作成功'])
  const facts = { dataVersion: 0, taskTotal: COMPUTED_TASKS.length, taskFinished: 0, runState: null, startTime: null }
  expect(first.data).toMatchObject({ runNo: 1, message: '外部', ...facts })
  expect(next.data).toMatchObject({ runNo: 2, ...facts })
})

test('a run that is there takes a message and nothing else', async () => {
  const { data } = await desk.post('examdataprogress/submit', { examId })
  const other = await desk.addExam('另一场')
  const sent = { id: data.id, examId: other, runNo: 41, message: '复核', ...INVENTED }
  const changed = await desk.post('examdataprogress/submit', sent)
  expect(changed.data).toMatchObject({ ...data, message: '复核', updateTime: expect.any(String) })
})

test('a task outside the plan is refused', async () => {
  const answer = await desk.post('examdataprogresstask/submit', { examId, taskCode: 'MAGIC', taskTypes: 'CALC' })
  expect([answer.status, answer.msg]).toEqual([400, '没有任务「MAGIC」'])
  const asked = await desk.user.get(TASK, { examId, taskCode: 'MAGIC' })
  expect([asked.status, asked.msg]).toEqual([404, '数据不存在或已被删除'])
})

const CLAIM = {
  taskName: '魔法',
  taskTypes: 'MAGIC',
  isFinished: 1,
  taskState: TASK_STATE.done,
  doneNum: 9,
  totalNum: 9,
  costMs: 1,
  startTime: '2020-01-01 00:00:00',
  endTime: '2020-01-01 00:00:00',
  inputHash: 'f'.repeat(64),
  sort: 99,
}

test('a task of the plan is noted with what the plan says and as not run', async () => {
  const sent = { examId, taskCode: 'CALC_TOTAL', message: '外部', ...CLAIM }
  const { data } = await desk.post('examdataprogresstask/submit', sent)
  const known = { taskName: '合成总分', taskTypes: 'CALC', sort: 11, isFinished: 0, taskState: TASK_STATE.waiting }
  const facts = { ...known, doneNum: 0, totalNum: 0, costMs: null, inputHash: null, startTime: null, endTime: null }
  expect(data).toMatchObject({ ...facts, taskCode: 'CALC_TOTAL', message: '外部' })
  const changed = await desk.post('examdataprogresstask/submit', { ...sent, id: data.id, taskCode: 'PACKAGE' })
  expect(changed.data).toMatchObject({ ...facts, taskCode: 'CALC_TOTAL' })
})

test('a note on a step of the import does not hold its state where it was', async () => {
  await desk.post('examdataprogresstask/submit', { examId, taskCode: 'IMP_STUDENT', message: '等待名单' })
  const { batchId } = await desk.send(examId, 'student', ROSTER)
  await desk.run('examimport/commit', { batchId })
  const { data } = await desk.user.get(TASK, { examId, taskCode: 'IMP_STUDENT' })
  expect(data).toMatchObject({ isFinished: 1, taskState: TASK_STATE.done, totalNum: 4, message: '等待名单' })
})

test('the steps of an exam are listed by kind, and by whether they are finished', async () => {
  const list = async (query: object) => {
    const { data } = await desk.user.get('/api/bigdata-service/examdataprogresstask/listProgressTask', {
      examId,
      ...query,
    })
    return data.map(({ taskCode }: { taskCode: string }) => taskCode)
  }
  const codesOf = (...types: string[]) =>
    COMPUTE_PLAN.filter(({ taskTypes }) => types.includes(taskTypes)).map(({ taskCode }) => taskCode)
  expect(await list({})).toEqual(COMPUTE_PLAN.map(({ taskCode }) => taskCode))
  expect(await list({ taskTypes: 'ARCHIVE,IMPORT' })).toEqual(codesOf('IMPORT', 'ARCHIVE'))
  expect(await list({ isFinished: 1 })).toEqual(['IMP_STUDENT'])
  const others = codesOf('IMPORT').filter((code) => code !== 'IMP_STUDENT')
  expect(await list({ taskTypes: 'IMPORT', isFinished: 0 })).toEqual(others)
})
