import { MOST_SHOWN } from '@xueheng/contract/platform/table-import.ts'
import { describe, expect, test } from 'vitest'
import type { Ctx } from '../ctx.ts'
import { keepMends, mendedRows } from './mends.ts'
import type { TableColumn } from './table-file.ts'

const COLUMNS = [{ key: 'name', title: '姓名' }] as unknown as TableColumn[]
const rowsOf = (count: number, from = 1) =>
  Array.from({ length: count }, (_none, i) => ({ rowNo: from + i, values: { name: '甲' } }))

describe('what is typed over the cells of a workbook', () => {
  test.each<[string, unknown, string]>([
    ['is no list', { rowNo: 1 }, '改正应是一个列表'],
    ['names no row', [{ values: { name: '甲' } }], '改正应是一个列表'],
    ['names half a row', [{ rowNo: 1.5, values: { name: '甲' } }], '改正应是一个列表'],
    ['holds a number', [{ rowNo: 1, values: { name: 1 } }], '改正应是一个列表'],
    ['is more than is shown', rowsOf(MOST_SHOWN + 1), `一次最多改正${MOST_SHOWN}行`],
    ['names another column', [{ rowNo: 3, values: { age: '7' } }], '第3行：没有列「age」'],
    ['is longer than a cell', [{ rowNo: 3, values: { name: 'x'.repeat(4001) } }], '第3行：单元格不能超过4000个字'],
  ])('%s', (_what, sent, told) => {
    expect(() => mendedRows(sent, COLUMNS)).toThrow(told)
  })

  test('is taken up to these bounds', () => {
    expect(mendedRows(rowsOf(MOST_SHOWN), COLUMNS)).toHaveLength(MOST_SHOWN)
    expect(mendedRows([{ rowNo: 1, values: { name: 'x'.repeat(4000) } }], COLUMNS)).toHaveLength(1)
  })

  test('is for so many rows of one file, however often somebody types', async () => {
    const known = Object.fromEntries(rowsOf(5 * MOST_SHOWN).map(({ rowNo, values }) => [rowNo, values]))
    const asked: unknown[] = []
    const ctx = { user: { tenantId: '1' }, db: { getExecutor: () => asked.push('database') } } as unknown as Ctx
    await expect(keepMends(ctx, '1', known, rowsOf(1, 5 * MOST_SHOWN + 1))).rejects.toThrow(
      '请在工作簿中改好后重新选择',
    )
    expect(asked).toEqual([])
  })
})
