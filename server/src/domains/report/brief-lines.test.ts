import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Desk, openDesk, pick } from '../../../test/fixtures/report-fixture.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

const COLUMNS = ['l1.onlineNum', 'l1.onlineRate', 'l2.onlineNum', 'l2.onlineRate']

describe('综合简报 says of lines', () => {
  it.each([
    ['generalBriefByArea', 'lineStdnumByArea'],
    ['generalBriefBySchool', 'lineStdnum'],
    ['generalBriefByClass', 'lineStdnumByClass'],
  ])('what 上线统计 says of every unit: %s', async (brief, lines) => {
    const asked = { order: 'bureau', size: 50 }
    const [one, other] = [await desk.ask(brief, asked), await desk.ask(lines, asked)]
    const names = ['areaName', 'schoolName', 'className', ...COLUMNS]
    expect(new Set(pick(one.records, ...names))).toEqual(new Set(pick(other.records, ...names)))
    expect(pick(one.totals, ...COLUMNS)).toEqual(pick(other.totals, ...COLUMNS))
  })

  it('how many reach the total and how many each course its own line', async () => {
    const { records } = await desk.ask('generalBrief')
    // 特控线 is 240, and 82.4, 84.6 and 73 of the courses; twelve have a total, thirteen sat each course.
    expect(pick(records, 'courseName', 'l1.onlineNum', 'l1.onlineRate')).toEqual([
      ['总分', 4, 33.33],
      ['语文', 4, 30.77],
      ['数学', 4, 30.77],
      ['物理', 3, 23.08],
    ])
  })
})
