import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../test/fixtures/report-fixture.ts'
import { findStdnumCourseWenLi, findStdnumWenLi } from './line-wen-li.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const PAIR = { examIdWen: '1001', examIdLi: '1002' }

/** Rates of 1001 are over those who sat it (一中 4), of 1002 over the list (一中 5). */
test('two exams stand side by side, and rates of both are divided after the sum', async () => {
  const rows = await findStdnumWenLi(desk.ctx(), desk.library, PAIR)
  expect(rows).toHaveLength(3 * 4 * 2)
  const own = rows.filter((row) => row.schoolName === '一中' && row.periodName === '特控线')
  expect(own.map((row) => [row.block, row.studentNum, row.onlineNum, row.onlineRate, row.aboveNum])).toEqual([
    ['文科', 4, 3, 75, 2],
    ['理科', 4, 3, 60, 2],
    ['合计', 8, 6, 66.67, 4],
  ])
})

test('course lines of two exams add up their single and double counts', async () => {
  const rows = await findStdnumCourseWenLi(desk.ctx(), desk.library, { ...PAIR, periodName: '特控线' })
  const own = rows.filter((row) => row.schoolName === '三中' && row.courseName === '数学')
  expect(own.map((row) => [row.block, row.singleNum, row.doubleNum, row.contributionRate, row.hitRate])).toEqual([
    ['文科', 2, 1, 100, 50],
    ['理科', 2, 1, 100, 50],
    ['合计', 4, 2, 100, 50],
  ])
})

test('within one exam only lines of one stream are compared', async () => {
  expect(await findStdnumWenLi(desk.ctx(), desk.library, { examIdWen: '1001', examIdLi: '1001' })).toEqual([])
})

test('an area sees its schools alone, a class teacher no whole school', async () => {
  const area = desk.ctx({ level: 'area', areaCodes: ['990102'] })
  const rows = await findStdnumWenLi(area, desk.library, PAIR)
  expect(new Set(rows.map((row) => row.schoolName))).toEqual(new Set(['三中']))
  const teacher = desk.ctx({ level: 'class', classCodes: ['S1-3202301'], schoolCodes: ['S1'] })
  expect(await findStdnumWenLi(teacher, desk.library, PAIR)).toEqual([])
})
