import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectSheets, readSheets } from './read.ts'
import { DEFAULT_LIMITS } from './sheet-fault.ts'
import { readDirectory, unpackPieces } from './zip-reader.ts'
import { zipOf } from '../../../test/fixtures/zip-of.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'refusals-'))
})
afterAll(() => rm(folder, { recursive: true }))

const relation = (type: string, target: string) =>
  `<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/></Relationships>`
const SHEETS = '<sheets><sheet name="表" sheetId="1" r:id="rId1"/></sheets>'

/** A workbook of one cell; `book` stands in the place of its sheets. */
function bookOf(book: string, more: Record<string, string> = {}): Promise<Buffer> {
  return zipOf({
    '[Content_Types].xml': '<Types/>',
    '_rels/.rels': relation('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns:r="r">${book}</workbook>`,
    'xl/_rels/workbook.xml.rels': relation('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml':
      '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>考号</t></is></c></row></sheetData></worksheet>',
    ...more,
  })
}

/** The same bytes after `change`. */
async function changed(file: Promise<Buffer>, change: (bytes: Buffer) => void): Promise<Buffer> {
  const bytes = await file
  change(bytes)
  return bytes
}

const directoryEnd = (file: Buffer) => file.lastIndexOf('PK\x05\x06', undefined, 'latin1')
const firstEntry = (file: Buffer) => file.indexOf('PK\x01\x02', 0, 'latin1')

async function read(content: Buffer, name = '名单.xlsx'): Promise<string[][]> {
  const path = join(folder, 'file')
  await writeFile(path, content)
  const rows: string[][] = []
  for await (const row of readSheets({ path, name })) rows.push(row.cells)
  return rows
}

test('the workbook that is broken below is read when it is whole', async () => {
  expect(await read(await bookOf(SHEETS))).toEqual([['考号']])
})

describe('a workbook that is told to be saved anew', () => {
  test.each<[string, () => Promise<Buffer>, RegExp]>([
    ['in the binary form', () => bookOf(SHEETS, { 'xl/workbook.bin': 'x' }), /是 xlsb 格式，请另存为 xlsx/],
    ['without a sheet', () => bookOf('<sheets/>'), /工作簿已损坏/],
    [
      'whose list of members has another mark',
      () => changed(bookOf(SHEETS), (file) => file.write('QK', firstEntry(file), 'latin1')),
      /工作簿已损坏/,
    ],
    [
      'that names more members than there are',
      () =>
        changed(bookOf(SHEETS), (file) => {
          const at = directoryEnd(file) + 10
          file.writeUInt16LE(file.readUInt16LE(at) + 1, at)
        }),
      /工作簿已损坏/,
    ],
    [
      'whose list of members lies behind its end',
      () => changed(bookOf(SHEETS), (file) => file.writeUInt32LE(file.length - 10, directoryEnd(file) + 16)),
      /工作簿已损坏/,
    ],
    [
      'with a member under a password',
      () => changed(bookOf(SHEETS), (file) => file.writeUInt16LE(0x0801, firstEntry(file) + 8)),
      /打开密码/,
    ],
    [
      'whose list of sheets is larger than one can be',
      () => bookOf(`${SHEETS}<!--${randomBytes(5.5 * 1024 * 1024).toString('hex')}-->`),
      /工作簿已损坏/,
    ],
    [
      'whose list of sheets cannot be unpacked',
      () =>
        changed(bookOf(SHEETS), (file) => {
          const at = file.indexOf('xl/workbook.xml')
          file.fill(0xff, at + 15, at + 25)
        }),
      /工作簿已损坏/,
    ],
  ])('%s', async (_what, make, told) => {
    const file = await make()
    await expect(read(file)).rejects.toThrow(told)
    await expect(inspectSheets({ path: join(folder, 'file'), name: '名单.xlsx' })).rejects.toThrow(told)
  })

  test('a member that lies behind the end', async () => {
    const file = await bookOf(SHEETS)
    const [member] = readDirectory(file, DEFAULT_LIMITS)
    if (!member) throw new Error('the archive has no members')
    const pieces = unpackPieces(file, { ...member, offset: file.length - 10 })
    await expect(pieces.next()).rejects.toThrow(/工作簿已损坏/)
  })
})

describe('an old workbook', () => {
  const sheet = utils.aoa_to_sheet([['考号'], ['007']])
  const whole = () =>
    write({ SheetNames: ['一班名单'], Sheets: { 一班名单: sheet } }, { type: 'buffer', bookType: 'biff8' }) as Buffer
  const inspect = async (content: Buffer) => {
    const path = join(folder, 'old')
    await writeFile(path, content)
    return inspectSheets({ path, name: '名单.xls' })
  }

  test('is taken as it is', async () => {
    await expect(inspect(whole())).resolves.not.toThrow()
  })

  test('that is cut is broken, before its rows are read and while they are', async () => {
    const cut = whole().subarray(0, 600)
    await expect(inspect(cut)).rejects.toThrow(/工作簿已损坏/)
    await expect(read(cut, '名单.xls')).rejects.toThrow(/工作簿已损坏/)
  })

  /** With another record in the place of the one that names the sheet, which begins 12 bytes before the name. */
  const renamed = (kind: number) => {
    const file = whole()
    const at = file.indexOf(Buffer.from('一班名单', 'utf16le')) - 12
    expect(file.readUInt16LE(at)).toBe(0x0085)
    file.writeUInt16LE(kind, at)
    return file.fill(0, at + 4, at + 8)
  }

  test('that ends before it names a sheet is none', async () => {
    await expect(inspect(renamed(0x000a))).rejects.toThrow(/不是 Excel 工作簿/)
  })

  test('under a password is told so', async () => {
    await expect(inspect(renamed(0x002f))).rejects.toThrow(/打开密码/)
  })
})
