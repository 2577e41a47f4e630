import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CHECK_RULES } from '@xueheng/contract/domains/exam/check-rules.ts'
import { FAULT_COLUMN, IMPORT_COLUMNS } from '@xueheng/contract/domains/exam/import-kinds.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SheetRow, readSheets } from '../platform/sheet/read.ts'
import { DEMO, TEST, makeBureau } from './bureau.ts'
import { COURSES } from './courses.ts'
import { encodeGb18030 } from './gb18030.ts'
import { ROSTER_FILE } from './sample-layout.ts'
import { ROSTER_COLUMNS } from './sample-model.ts'
import { sampleSet } from './sample-set.ts'
import { plantedFaults, sampleWorkbooks } from './workbooks.ts'

const bureau = makeBureau(TEST)

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'samples-'))
})
afterAll(() => rm(folder, { recursive: true }))

/** The cells of every file as a reader sees them, by file and row number. */
async function readAll(isDirty: boolean): Promise<Map<string, Map<number, SheetRow>>> {
  const files = new Map<string, Map<number, SheetRow>>()
  for (const { name, buffer } of await sampleWorkbooks({ size: 'full', isDirty }, bureau)) {
    const path = join(folder, name)
    await writeFile(path, buffer)
    const rows = new Map<number, SheetRow>()
    for await (const row of readSheets({ path, name })) rows.set(row.rowNo, row)
    files.set(name, rows)
  }
  return files
}

describe('clean workbooks', () => {
  test('hold every student once and every mark that was made', async () => {
    const files = await readAll(false)
    const roster = [...(files.get(ROSTER_FILE)?.values() ?? [])]
    expect(roster[0]?.cells).toEqual([...ROSTER_COLUMNS])
    expect(new Set(roster.slice(1).map((row) => row.cells[0])).size).toBe(1200)
    const marks = [...files]
      .filter(([name]) => name !== ROSTER_FILE)
      .flatMap(([, rows]) => scoreCells([...rows.values()]))
    const expected = bureau.exams.at(-1)?.sittings.flatMap((sitting) => sitting.marks) ?? []
    const sum = (values: number[]) => values.reduce((a, b) => a + b, 0)
    expect(marks).toHaveLength(expected.length)
    expect(sum(marks.map((text) => Math.round(Number(text) * 10) || 0))).toBe(
      sum(expected.map((mark) => mark.score10 ?? 0)),
    )
  })

  test('carry no fault', () => {
    const { faults, noise } = sampleSet(bureau, { size: 'full', isDirty: false })
    expect(faults).toEqual([])
    expect(noise).toEqual({ blanks: 0, fullWidthDigits: 0, absenceMarks: 0 })
  })

  test('have no two students of one class with one name', () => {
    const [roster] = sampleSet(makeBureau(DEMO), { size: 'full', isDirty: false }).tables
    const keys = roster?.rows.map((cells) => [cells[6], cells[8], cells[2]].join()) ?? []
    expect(new Set(keys).size).toBe(12_000)
  })
})

/** Marks below the header, wide or long. */
function scoreCells([head, ...rows]: SheetRow[]): string[] {
  const names = COURSES.flatMap(({ name, aliases }) => [name, ...aliases])
  const columns = head?.cells.flatMap((title, i) => (title === '成绩' || names.includes(title) ? i : [])) ?? []
  return rows.flatMap(({ cells }) => columns.map((i) => cells[i] ?? '').filter(Boolean))
}

describe.each(['small', 'full'] as const)('dirty %s workbooks', (size) => {
  test('have every fault of the rules', () => {
    const codes = new Set(plantedFaults(size, bureau).map((fault) => fault.code))
    // F03 depends on who uploads, S11 on a confirmation; T01 and T02 speak of teachers, Q of questions, whom the sets leave out.
    const others = Object.keys(CHECK_RULES).filter((code) => !codes.has(code as never) && !code.startsWith('Q'))
    expect(others).toEqual(['F03', 'S11', 'T01', 'T02'])
  })

  test('have every kind of untidiness', () => {
    const { noise, tables } = sampleSet(bureau, { size, isDirty: true })
    expect(Object.values(noise).every((count) => count > 0)).toBe(true)
    expect(tables.filter((table) => table.title.length > 0).length).toBeGreaterThan(2)
  })

  test('are the same each time: a roster, and scores under the names of their areas', () => {
    const [roster, ...scores] = sampleSet(bureau, { size, isDirty: true }).tables.map((table) => table.file)
    expect(roster).toBe('考生名单.xlsx')
    expect(scores.every((file) => /^成绩-.+\.(xlsx|xls|csv)$/.test(file))).toBe(true)
    expect(new Set(scores).size).toBe(scores.length)
    expect(plantedFaults(size, bureau)).toEqual(plantedFaults(size, bureau))
  })
})

test('every planted fault lies in the cell it names', async () => {
  const files = await readAll(true)
  for (const fault of plantedFaults('full', bureau)) {
    const rows = files.get(fault.file)
    const head = [...(rows?.values() ?? [])].find((row) => row.cells.some((cell) => /^(考号|准考证号)$/.test(cell)))
    const column = head?.cells.indexOf(fault.column) ?? -1
    const number = head?.cells.findIndex((cell) => /^(考号|准考证号)$/.test(cell)) ?? -1
    expect(column, `${fault.code} ${fault.column}`).toBeGreaterThanOrEqual(0)
    expect(rows?.get(fault.row)?.cells[number]).toBe(fault.studentNumber)
  }
  expect(cellOf('C03')).toMatch(/八十五|8O/)
  expect(cellOf('S08')).toMatch(/^G\d{17}$/)
  expect(cellOf('S04')).toBe('高三(88)班')
  expect(Number(cellOf('C02'))).toSatisfy((mark: number) => mark === 158 || mark === -5)

  function cellOf(code: string): string {
    const fault = plantedFaults('full', bureau).find((one) => one.code === code)
    const rows = files.get(fault?.file ?? '')
    const head = [...(rows?.values() ?? [])].find((row) => row.cells.includes(fault?.column ?? ''))
    return rows?.get(fault?.row ?? 0)?.cells[head?.cells.indexOf(fault?.column ?? '') ?? -1] ?? ''
  }
})

test('planting leaves the bureau as it was', () => {
  const before = sampleSet(bureau, { size: 'full', isDirty: false })
  sampleSet(bureau, { size: 'full', isDirty: true })
  expect(sampleSet(bureau, { size: 'full', isDirty: false })).toEqual(before)
})

test('the importer knows every column', () => {
  const known = IMPORT_COLUMNS.student.flatMap((column) => [column.title, ...column.aliases])
  expect(ROSTER_COLUMNS.filter((title) => !known.includes(title))).toEqual([])
  expect(known).not.toContain(FAULT_COLUMN)
})

test('GB18030 of any name is read back', () => {
  const names = ['王伟', '阿依古丽·艾山', '李㛃', '赵𠅤', '钱䶮', '孙喆', 'A1,８９．５']
  for (const name of names) expect(new TextDecoder('gb18030').decode(encodeGb18030(name))).toBe(name)
})
