import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { fc } from '../../../test/property.ts'
import { writeWorkbook } from '../sheet/write.ts'
import { readTable } from './table-file.ts'

const COLUMNS = [
  { key: 'code', title: '编号', isRequired: true },
  { key: 'name', title: '名称', isRequired: true },
]
const folder = mkdtempSync(join(tmpdir(), 'table-file-'))
const path = join(folder, 'book.xlsx')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const lines = fc.integer({ min: 0, max: 6 })
const made = fc.record({
  title: lines,
  rows: fc.integer({ min: 1, max: 20 }),
  examples: lines,
  before: lines,
  behind: lines,
})

/** A sheet without the head of the table. */
function notes(name: string, count: number) {
  const [first, ...rest] = Array.from({ length: count }, (_none, at) => `${name}${at}`)
  return first === undefined
    ? []
    : [{ name, header: [{ title: first, key: 'a' }], rows: rest.map((text) => ({ a: text })) }]
}

test('every filled line of a workbook is a row, the head, or named as not read', async () => {
  await fc.assert(
    fc.asyncProperty(made, async ({ title, rows, examples, before, behind }) => {
      const data = [
        ...Array.from({ length: rows }, (_none, at) => ({ code: `C${at}`, name: `名${at}` })),
        ...Array.from({ length: examples }, (_none, at) => ({ code: `示例 ${at}`, name: '例' })),
      ]
      const table = {
        name: '数据',
        title: Array.from({ length: title }, (_none, at) => `标题${at}`),
        header: COLUMNS,
        rows: data,
      }
      writeFileSync(path, await writeWorkbook([...notes('封面', before), table, ...notes('说明', behind)]))
      const read = await readTable({ path, name: 'book.xlsx' }, COLUMNS)
      const named = read.passed.map((text) => Number(/(\d+)行$/.exec(text)?.[1] ?? 0))
      const head = 1
      expect(read.rows.length).toBe(rows)
      expect(named.reduce((sum, n) => sum + n, head + read.rows.length)).toBe(
        title + head + data.length + before + behind,
      )
    }),
    { numRuns: 40 },
  )
})

test('a file without the head, or with more rows than allowed, is refused', async () => {
  writeFileSync(path, await writeWorkbook(notes('说明', 3)))
  await expect(readTable({ path, name: 'book.xlsx' }, COLUMNS)).rejects.toThrow('找不到表头，应有：编号、名称')
  const rows = Array.from({ length: 4 }, (_none, at) => ({ code: `C${at}`, name: '名' }))
  writeFileSync(path, await writeWorkbook([{ name: '数据', header: COLUMNS, rows }]))
  await expect(readTable({ path, name: 'book.xlsx' }, COLUMNS, 3)).rejects.toThrow('一次最多导入3行')
})
