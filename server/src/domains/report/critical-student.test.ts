import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { FIXTURE_LINES } from '../../../test/fixture-package.ts'
import { type Desk, openDesk, pick } from '../../../test/fixtures/report-fixture.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.close())

async function names(asked: Record<string, unknown>, from = desk): Promise<unknown[]> {
  const { records } = await from.ask('criticalStudent', { size: 50, ...asked })
  return pick(records, 'studentName').flat()
}

describe('临界生', () => {
  it('stand up to 20 marks below the main line or less than 20 above it, best first, page by page', async () => {
    const { records, total } = await desk.ask('criticalStudent', { size: 2 })
    expect(pick(records, 'lineName', 'studentName', 'totalScore', 'gap')).toEqual([
      ['特控线', '钱二', 240, 0],
      ['特控线', '李四', 240, 0],
    ])
    expect(total).toBe(3)
    expect(await names({ size: 2, current: 2 })).toEqual(['陈十'])
    expect([await names({ side: 'above' }), await names({ side: 'below' })]).toEqual([['钱二', '李四'], ['陈十']])
    expect(await names({ schoolCode: 'S3' })).toEqual(['陈十'])
  })

  it('come with the courses below their own lines, the furthest first', async () => {
    // The four who reach 240 have means of 87, 89.25 and 77 in a total of 253.25: lines 82.4, 84.6 and 73.
    const { records } = await desk.ask('criticalStudent', { size: 10 })
    expect(pick(records, 'studentName', 'c1.score', 'c1.gap', 'c2.gap', 'c3.gap', 'weakCourses')).toEqual([
      ['钱二', 85, 2.6, -4.6, 2, '数学'],
      ['李四', 85, 2.6, 5.4, -8, '物理'],
      ['陈十', 75, -7.4, 0.4, -13, '物理、语文'],
    ])
  })

  it('are as many as 上线统计 counts, at every line and in every school', async () => {
    for (const { periodName } of FIXTURE_LINES) {
      const { records } = await desk.ask('lineStdnum', { size: 50 })
      const line = FIXTURE_LINES.findIndex((one) => one.periodName === periodName) + 1
      for (const [schoolCode, below, above] of pick(records, 'schoolCode', `l${line}.belowNum`, `l${line}.aboveNum`)) {
        expect(await names({ periodName, schoolCode, side: 'below' })).toHaveLength(Number(below))
        expect(await names({ periodName, schoolCode, side: 'above' })).toHaveLength(Number(above))
      }
    }
  })

  it('of a line of one stream are students of that stream', async () => {
    const streams = await openDesk(
      FIXTURE_LINES.slice(0, 1).flatMap((line) => [1, 2].map((stream) => ({ ...line, stream }))),
    )
    try {
      const { records } = await streams.ask('criticalStudent', { artsScience: '2', size: 50 })
      expect(new Set(pick(records, 'lineName').flat())).toEqual(new Set(['特控线（物理类）']))
      expect(await names({ artsScience: '1' }, streams)).toEqual(['褚十一'])
      expect(await names({ artsScience: '2' }, streams)).not.toContain('褚十一')
    } finally {
      await streams.close()
    }
  })

  it('of an exam without the line are none', async () => {
    expect(await names({ periodName: '三段线' })).toEqual([])
  })
})
