import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { TASK_STATE } from '@xueheng/contract/domains/exam/compute-plan.ts'
import { type Desk, openDesk } from '../../../test/fixtures/import-desk.ts'
import { useTestApp } from '../../../test/harness.ts'
import type { Row } from '../../../test/rows.ts'
import { CHOICES } from './quota-items.ts'

const program = useTestApp({ ROLES: 'web' })
const LIST = '/api/bigdata-service/basicquotaprocessingitem'
let desk: Desk
beforeAll(async () => {
  desk = await openDesk(program())
})

async function items(): Promise<Row[]> {
  return (await desk.user.get<Row[]>(`${LIST}/listall`)).data
}

async function change(itemCode: string, values: Row): Promise<string> {
  const row = (await items()).find((one) => one['itemCode'] === itemCode)
  return (await desk.post('basicquotaprocessingitem/submit', { id: row?.['id'], ...values })).msg
}

async function isChosen(examId: string, taskCode: string): Promise<unknown> {
  const path = '/api/bigdata-service/examdataprogresstask/getProgressTask'
  const { data } = await desk.user.get<Row>(path, { examId, taskCode })
  expect(data['taskState']).toBe(TASK_STATE.waiting)
  return data['isChosen']
}

test('every task that may be chosen stands in the dictionary and, at the first start, in the register', async () => {
  const [, ...lines] = readFileSync(new URL('../../../seeds/dict/quota_task.csv', import.meta.url), 'utf8')
    .trim()
    .split('\n')
  expect(lines.map((line) => line.split(',').slice(0, 2))).toEqual(
    CHOICES.map((task) => [task.taskCode, task.taskName]),
  )
  expect((await items()).map((row) => [row['itemCode'], row['taskTypes'], row['isDefault']])).toEqual(
    CHOICES.map((task) => [task.taskCode, task.taskTypes, 1]),
  )
})

test('an item of the own stands for its task, and stays while an exam has chosen it', async () => {
  const examId = await desk.addExam('自定义处理项')
  const own = { itemCode: 'BANDS', itemName: '分数段', taskCode: 'STAT_PARAGRAPH', grains: ['school'] }
  const { data } = await desk.post('basicquotaprocessingitem/submit', own)
  expect(data).toMatchObject({ taskTypes: 'QUOTA', isDefault: 1 })
  const chosen = await desk.post('examinfo/saveProcessItem', { examId, processingItem: 'BANDS' })
  expect(chosen.msg).toBe('操作成功')
  expect(await isChosen(examId, 'STAT_PARAGRAPH')).toBe(1)
  expect(await isChosen(examId, 'STAT_AREA_FRONTN')).toBe(0)
  const gone = await desk.post('basicquotaprocessingitem/remove', { ids: data.id })
  expect(gone.msg).toBe('处理项已被考试选用，不能删除；不再使用请封存')
  expect(await change('BANDS', { taskCode: 'STAT_AREA_FRONTN' })).toBe('处理项已被考试选用，不能改换计算步骤')
})

test('a sealed item stays with the exam that has it, and no other takes it up', async () => {
  const [with_, without] = [await desk.addExam('封存前选入'), await desk.addExam('封存后选入')]
  await desk.post('examinfo/saveProcessItem', { examId: with_, processingItem: 'STAT_AREA_FRONTN' })
  await desk.post('examinfo/saveProcessItem', { examId: without, processingItem: 'STAT_BASE' })
  await change('STAT_AREA_FRONTN', { isSealed: 1 })
  const choose = (examId: string) =>
    desk.post('examinfo/saveProcessItem', { examId, processingItem: 'STAT_BASE,STAT_AREA_FRONTN' })
  expect((await choose(with_)).msg).toBe('操作成功')
  expect((await choose(without)).msg).toBe('处理项「STAT_AREA_FRONTN」已封存，不能再选')
  await change('STAT_AREA_FRONTN', { isSealed: 0 })
})

test('an item that is no default is left out of exams made afterwards, and of no exam before', async () => {
  const before = await desk.addExam('默认之前')
  await change('STAT_SCHOOL_FRONTN', { isDefault: 0 })
  const after = await desk.addExam('默认之后')
  expect(await isChosen(before, 'STAT_SCHOOL_FRONTN')).toBe(1)
  expect(await isChosen(after, 'STAT_SCHOOL_FRONTN')).toBe(0)
  expect(await isChosen(after, 'STAT_AREA_FRONTN')).toBe(1)
})

test('a task the plan does not offer is refused at its field', async () => {
  const answer = await desk.post('basicquotaprocessingitem/submit', {
    itemCode: 'X',
    itemName: 'X',
    taskCode: 'PACKAGE',
  })
  expect(answer.code).toBe(400)
})
