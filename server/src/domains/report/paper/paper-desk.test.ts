import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { expect, test } from 'vitest'
import { readAll } from './paper-desk.ts'

const HEADING = { bureau: '教育局', exam: '一模', units: '全体', alert: '' }
const ANSWER = { total: 5, size: 2, headers: [], totals: [], lines: [], basis: [], notes: [], packageVersion: 1 }

test.each([
  [0, []],
  [1, [1, 10]],
  [3, [1, 10, 2, 20, 3, 30]],
])('of %i pages every one is read, in order', async (pages, wanted) => {
  const asked: number[] = []
  const { records, ...rest } = await readAll(async (current): Promise<ReportAnswer> => {
    asked.push(current)
    const rows = pages === 0 ? [] : [{ no: current }, { no: 10 * current }]
    return { ...ANSWER, heading: HEADING, records: rows, current, pages }
  })
  expect(records.map(({ no }) => no)).toEqual(wanted)
  expect(asked).toEqual(Array.from({ length: Math.max(1, pages) }, (_one, at) => at + 1))
  expect(rest).toEqual({ ...ANSWER, heading: HEADING, current: 1, pages })
})
