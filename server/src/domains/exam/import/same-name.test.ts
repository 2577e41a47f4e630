import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { useTestApp } from '../../../../test/harness.ts'

const program = useTestApp()
let desk: Desk
let examId = ''
beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('重名')
})

const HEAD = '考号,姓名,学校,班级\n'
const TWO = `${HEAD}01,张伟,第一中学,高三(1)班\n02,张伟,第一中学,高三(1)班\n03,李娜,第一中学,高三(1)班\n`
const confirm = (batchId: string, rowIds: number[], more: Record<string, unknown>) =>
  desk.post('examimport/confirmSameName', { batchId, rowIds, ...more } as never)

async function rowsWith(batchId: string, code: string): Promise<number[]> {
  const { data } = await desk.user.get('/api/bigdata-service/examimport/rows', { batchId, code })
  return data.records.map(({ row }: { row: { rowId: number } }) => row.rowId)
}

async function codesOf(batchId: string): Promise<string[]> {
  return (await desk.detail(batchId)).faultCounts.map(({ code, num }) => `${code} ${num}`)
}

test('two students of one name in one class are confirmed for a reason, through check and import, and taken back', async () => {
  const { batchId, status } = await desk.send(examId, 'student', TWO)
  expect([status, await codesOf(batchId)]).toEqual([2, ['S06 2']])
  const rowIds = await rowsWith(batchId, 'S06')
  const bare = await confirm(batchId, rowIds, { isConfirmed: 1, reason: ' ' })
  expect([bare.status, bare.msg]).toEqual([400, '请填写确认的依据'])
  const yes = { batchId, rowIds: rowIds.slice(0, 1), isConfirmed: 1, reason: '学籍号不同' }
  await desk.run('examimport/confirmSameName', yes)
  expect([(await desk.detail(batchId)).status, await codesOf(batchId)]).toEqual([3, ['S11 2']])
  await desk.run('examimport/confirmSameName', { ...yes, isConfirmed: 0 })
  expect([(await desk.detail(batchId)).status, await codesOf(batchId)]).toEqual([2, ['S06 2']])
  await desk.run('examimport/confirmSameName', yes)
  await desk.run('examimport/commit', { batchId, confirmWarnings: 1 })
  const checked = await desk.run('examstudentimport/checkByExamId', { examId, confirmWarnings: 1 })
  expect(JSON.stringify(checked)).toContain('错误 0')
  const log = await sql<{ what: string }>`select new_values::text as what from operation_log
    where title = '确认同班重名' order by id desc limit 1`.execute(desk.db)
  expect(log.rows[0]?.what).toMatch(/学籍号不同/)
})

test('a third of the name is asked about anew, and the undo of the import takes the word back', async () => {
  const more = await desk.send(examId, 'student', `${HEAD}04,张伟,第一中学,高三(1)班\n`)
  expect(await codesOf(more.batchId)).toEqual(['S06 1'])
  const { data } = await desk.user.get('/api/bigdata-service/examimport/list', { examId, kind: 'student' })
  await desk.run('examimport/undo', { batchId: data.records.at(-1).batchId })
  const again = await desk.send(examId, 'student', TWO)
  expect(await codesOf(again.batchId)).toEqual(['S06 2'])
})

test('rows without a double, or with one number twice, cannot be confirmed', async () => {
  const other = await desk.addExam('重号')
  const { batchId } = await desk.send(other, 'student', TWO.replace('02,', '01,'))
  const rowIds = await rowsWith(batchId, 'S06')
  const same = await confirm(batchId, rowIds, { isConfirmed: 1, reason: '依据' })
  expect(same.msg).toBe('「张伟」的考号重复或为空，请先改正')
  const none = await confirm(batchId, [999_999], { isConfirmed: 1, reason: '依据' })
  expect(none.msg).toBe('所选的行没有同班重名')
})
