import type { PlacedFault } from '@xueheng/contract/domains/exam/import-mend.ts'
import { beforeAll, expect, test } from 'vitest'
import { makeBook } from '../../../../test/fixtures/books.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { ROSTER } from '../../../../test/fixtures/import-fixture.ts'
import { useTestApp } from '../../../../test/harness.ts'

const program = useTestApp()
const API = '/api/bigdata-service/examimport'
let desk: Desk
let examId = ''
beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('期末')
  const { batchId } = await desk.send(examId, 'student', ROSTER)
  await desk.run('examimport/commit', { batchId })
})

const HEAD = ['考号', '姓名', '语文', '数学']
const sheet = (name: string, rows: string[][]) => ({ name, rows: [HEAD, ...rows] })

async function send() {
  const book = await makeBook('xlsx', [
    sheet('甲', [
      ['0101', '张一', '九十', '80'],
      ['0102', '李·二', '九十', '200'],
    ]),
    sheet('乙', [['0103', '王三', '100', '八十']]),
  ])
  return desk.send(examId, 'score', book)
}

async function faultsOf(batchId: string): Promise<PlacedFault[]> {
  const answer = await desk.user.get(`${API}/faults`, { batchId, current: 1, size: 100 })
  return answer.data.records.map((record: { fault: PlacedFault }) => record.fault)
}

test('the faults of all sheets are one list in the order of the sheets, with place and value', async () => {
  const { batchId } = await send()
  const faults = await faultsOf(batchId)
  expect(faults.map((one) => [one.sheetNo, one.rowNo, one.column, one.code, one.value])).toEqual([
    [1, 2, 2, 'C03', '九十'],
    [1, 3, 2, 'C03', '九十'],
    [1, 3, 3, 'C02', '200'],
    [2, 2, 3, 'C03', '八十'],
  ])
  const counts = await desk.user.get(`${API}/faultCounts`, { batchId })
  expect(counts.data).toEqual([
    { fileNo: 1, sheetNo: 1, errors: 3, warnings: 0 },
    { fileNo: 1, sheetNo: 2, errors: 1, warnings: 0 },
  ])
})

test('cells of several rows and sheets are changed at once; a row grows as far as needed', async () => {
  const { batchId } = await send()
  const [first, second, , third] = await faultsOf(batchId)
  const items = [
    { rowId: first?.rowId, cells: { 2: '90' } },
    { rowId: second?.rowId, cells: { 2: ' 91\u001f ', 3: '88' } },
    { rowId: third?.rowId, cells: { 3: '80', 6: '备注' } },
  ]
  await desk.run('examimport/mend', { batchId, items })
  expect(await faultsOf(batchId)).toEqual([])
  const rows = await desk.user.get(`${API}/rows`, { batchId, current: 1, size: 10 })
  expect(rows.data.records.map((one: { row: { cells: string[] } }) => one.row.cells)).toEqual([
    ['0101', '张一', '90', '80'],
    ['0102', '李·二', '91', '88'],
    ['0103', '王三', '100', '80', '', '', '备注'],
  ])
})

test.each([
  [[], '请输入修改'],
  [[{ rowId: 99, cells: { 0: 'a' } }], '要修改的行已不存在'],
  [[{ rowId: 2, cells: { '-1': 'a' } }], '列号不正确'],
  [
    [
      { rowId: 2, cells: { 0: 'a' } },
      { rowId: 2, cells: { 1: 'b' } },
    ],
    '同一行只能修改一次',
  ],
])('the change %j is refused: %s', async (items, message) => {
  const { batchId } = await send()
  const answer = await desk.user.post(`${API}/mend`, { batchId, items })
  expect([answer.status, answer.msg]).toEqual([400, message])
  expect(await faultsOf(batchId)).toHaveLength(4)
})
