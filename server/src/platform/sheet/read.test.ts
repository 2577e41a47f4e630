import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { utils, write } from '@e965/xlsx'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inspectSheets, readSheets } from './read.ts'
import type { SheetLimits } from './sheet-fault.ts'
import { createZip } from './zip-writer.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheet-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function rowsOf(content: Uint8Array | string, limits?: Partial<SheetLimits>) {
  const path = join(folder, 'file')
  await writeFile(path, content)
  return collect(readSheets({ path, name: '成绩.dat' }, limits))
}

async function zipOf(members: Record<string, string>): Promise<Buffer> {
  const chunks: Buffer[] = []
  const zip = createZip(async (chunk) => {
    chunks.push(chunk)
  })
  for (const [name, text] of Object.entries(members)) await zip.add(name, text)
  await zip.end()
  return Buffer.concat(chunks)
}

const DAY = new Date('2026-03-01T00:00:00Z')

describe('xlsx', () => {
  test('gives numbers as typed, dates as days and trims texts', async () => {
    const file = await writeXlsx({
      sheets: [
        {
          name: '高三',
          rows: [
            ['考号', '分数'],
            [' 01 ', 98.5],
            ['０２', 0.1 + 0.2],
            [20260101000001, DAY],
            [null, null],
          ],
        },
        { name: '说明', rows: [[], [true, '　全角空格　', '\ufeff标记']] },
      ],
    })
    expect(await rowsOf(file)).toEqual([
      { sheet: '高三', rowNo: 1, cells: ['考号', '分数'] },
      { sheet: '高三', rowNo: 2, cells: ['01', '98.5'] },
      { sheet: '高三', rowNo: 3, cells: ['０２', '0.3'] },
      { sheet: '高三', rowNo: 4, cells: ['20260101000001', '2026-03-01'] },
      { sheet: '说明', rowNo: 2, cells: ['TRUE', '全角空格', '标记'] },
    ])
  })

  test('leaves hidden sheets out', async () => {
    const file = await writeXlsx({
      sheets: [
        { name: '名单', rows: [['a']] },
        { name: '字典', rows: [['b']], hidden: true },
      ],
    })
    expect(await rowsOf(file)).toEqual([{ sheet: '名单', rowNo: 1, cells: ['a'] }])
  })
})

describe('numbers shown with leading zeros', () => {
  const TYPES = '<Types/>'
  const BOOK = '<workbook xmlns:r="r"><sheets><sheet name="成绩" sheetId="1" r:id="rId1"/></sheets></workbook>'
  const RELS =
    '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/>' +
    '<Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>'
  const STYLES =
    '<styleSheet><numFmts count="2"><numFmt numFmtId="164" formatCode="00000"/><numFmt numFmtId="165" formatCode="0.0"/></numFmts>' +
    '<cellStyleXfs><xf numFmtId="164"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/></cellXfs></styleSheet>'

  test('of an xlsx keep them, cell by cell', async () => {
    const rows = [
      '<row r="1"><c r="A1" t="inlineStr"><is><t>考号</t></is></c><c r="B1" t="inlineStr"><is><t>语文</t></is></c></row>',
      '<row r="2"><c r="A2" s="1"><v>123</v></c><c r="B2" s="2"><v>98</v></c></row>',
      '<row r="4"><c s="1" r="A4"><v>1234567</v></c><c r="B4"><v>7</v></c></row>',
      '<row r="5"><c r="A5"><v>9</v></c><c r="B5" s="1"><v>9.5</v></c></row>',
      '<row r="6"><c r="A6" s="1" t="inlineStr"><is><t>7</t></is></c></row>',
    ]
    const file = await zipOf({
      '[Content_Types].xml': TYPES,
      '_rels/.rels':
        '<Relationships><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>',
      'xl/workbook.xml': BOOK,
      'xl/_rels/workbook.xml.rels': RELS,
      'xl/styles.xml': STYLES,
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows.join('')}</sheetData></worksheet>`,
    })
    expect((await rowsOf(file)).map((row) => row.cells)).toEqual([
      ['考号', '语文'],
      ['00123', '98'],
      ['1234567', '7'],
      ['9', '9.5'],
      ['7'],
    ])
  })

  test('of an xls keep them', async () => {
    const sheet = utils.aoa_to_sheet([
      ['考号', '分数'],
      [
        { t: 'n', v: 123, z: '00000' },
        { t: 'n', v: 5, z: '0.0' },
      ],
    ])
    const file = write({ SheetNames: ['S'], Sheets: { S: sheet } }, { type: 'buffer', bookType: 'biff8' }) as Buffer
    expect((await rowsOf(file)).map((row) => row.cells)).toEqual([
      ['考号', '分数'],
      ['00123', '5'],
    ])
  })
})

/** As an office suite writes it: blanks repeated to the edge of the sheet, styles before the tables. */
const ODS = `<?xml version="1.0"?><office:document-content><office:automatic-styles>
<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/></style:style>
<style:style style:name="ta2" style:family="table"><style:table-properties table:display="false"/></style:style>
</office:automatic-styles><office:body><office:spreadsheet>
<table:table table:name="高三 &amp; 一班" table:style-name="ta1"><table:table-column table:number-columns-repeated="16384"/>
<table:table-row><table:table-cell table:number-columns-spanned="3" office:value-type="string"><text:p>成绩表</text:p></table:table-cell><table:covered-table-cell table:number-columns-repeated="2"><text:p>x</text:p></table:covered-table-cell></table:table-row>
<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>
<table:table-header-rows><table:table-row><table:table-cell office:value-type="string"><office:annotation><text:p>批注</text:p></office:annotation><text:p>考号</text:p></table:table-cell><table:table-cell office:value-type="string"><text:p>语<text:s/>文</text:p><text:p>(<text:span>150</text:span>)</text:p></table:table-cell><table:table-cell/></table:table-row></table:table-header-rows>
<table:table-row><table:table-cell office:value-type="float" office:value="123"><text:p>00123</text:p></table:table-cell><table:table-cell office:value-type="float" office:value="98.5"><text:p>98.50</text:p></table:table-cell><table:table-cell office:value-type="date" office:date-value="2026-03-01"><text:p>3月1日</text:p></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="2"><table:table-cell office:value-type="string" table:number-columns-repeated="2"><text:p>缺</text:p></table:table-cell></table:table-row>
<table:table-row table:number-rows-repeated="1048569"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>
<table:table table:name="字典" table:style-name="ta2"><table:table-row><table:table-cell office:value-type="string"><text:p>a</text:p></table:table-cell></table:table-row></table:table>
</office:spreadsheet></office:body></office:document-content>`

describe('ods', () => {
  const members = { mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': ODS }

  test('an OpenDocument workbook gives the rows and row numbers its program shows', async () => {
    expect(await rowsOf(await zipOf(members))).toEqual([
      { sheet: '高三 & 一班', rowNo: 1, cells: ['成绩表'] },
      { sheet: '高三 & 一班', rowNo: 4, cells: ['考号', '语 文\n(150)'] },
      { sheet: '高三 & 一班', rowNo: 5, cells: ['00123', '98.5', '2026-03-01'] },
      { sheet: '高三 & 一班', rowNo: 6, cells: ['缺', '缺'] },
      { sheet: '高三 & 一班', rowNo: 7, cells: ['缺', '缺'] },
    ])
  })

  test('a locked one and a text document are refused', async () => {
    const manifest = '<manifest><manifest:encryption-data/></manifest>'
    await expect(rowsOf(await zipOf({ ...members, 'META-INF/manifest.xml': manifest }))).rejects.toThrow(/密码/)
    const text = { ...members, mimetype: 'application/vnd.oasis.opendocument.text' }
    await expect(rowsOf(await zipOf(text))).rejects.toThrow(/不是 Excel/)
  })

  test('a text behind the last column there may be is refused, blank cells are not', async () => {
    const wide = (cell: string) => ({ ...members, 'content.xml': ODS.replace('<table:table-cell/>', cell) })
    const blank = '<table:table-cell table:number-columns-repeated="16384"/>'
    const text = '<table:table-cell office:value-type="string"><text:p>x</text:p></table:table-cell>'
    expect(await rowsOf(await zipOf(wide(blank)), { columns: 3 })).toHaveLength(5)
    await expect(rowsOf(await zipOf(wide(`${blank}${text}`)), { columns: 3 })).rejects.toThrow(/列数超过3列/)
  })

  test('a row of texts repeated for ever is held by the limit of rows', async () => {
    const bomb = ODS.replace(
      'number-rows-repeated="2"><table:table-cell office',
      'number-rows-repeated="1048000"><table:table-cell office',
    )
    await expect(rowsOf(await zipOf({ ...members, 'content.xml': bomb }), { rows: 1000 })).rejects.toThrow(
      /行数超过1000行/,
    )
  })
})

describe('the sheets of a workbook', () => {
  test('are told in their order, hidden and empty ones too, and read as wanted', async () => {
    const file = await writeXlsx({
      sheets: [
        { name: '封面', rows: [] },
        { name: '名单', rows: [['a']] },
        { name: '字典', rows: [['b']], hidden: true },
      ],
    })
    const path = join(folder, 'told.xlsx')
    await writeFile(path, file)
    const told: unknown[] = []
    const rows = await collect(readSheets({ path, name: 'told.xlsx' }, {}, (sheet) => told.push(sheet) > 0))
    expect(told).toEqual([
      expect.objectContaining({ name: '封面', isHidden: false }),
      expect.objectContaining({ name: '名单', isHidden: false }),
      expect.objectContaining({ name: '字典', isHidden: true }),
    ])
    expect(rows.map((row) => row.sheet)).toEqual(['名单', '字典'])
  })

  test('a chart among them does not shift the others', async () => {
    const relation = (id: string, type: string, target: string) =>
      `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`
    const file = await zipOf({
      '[Content_Types].xml': '<Types/>',
      '_rels/.rels': `<Relationships>${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
      'xl/workbook.xml':
        '<workbook xmlns:r="r"><sheets><sheet name="图" sheetId="1" r:id="rId1"/><sheet name="表" sheetId="2" r:id="rId2"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': `<Relationships>${relation('rId1', 'chartsheet', 'chartsheets/sheet1.xml')}${relation('rId2', 'worksheet', 'worksheets/sheet1.xml')}</Relationships>`,
      'xl/chartsheets/sheet1.xml': '<chartsheet/>',
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>考号</t></is></c></row></sheetData></worksheet>',
    })
    expect(await rowsOf(file)).toEqual([{ sheet: '表', rowNo: 1, cells: ['考号'] }])
  })
})

describe('text under another name', () => {
  const read = async (name: string, text: string) => {
    const path = join(folder, name)
    await writeFile(path, text)
    return collect(readSheets({ path, name }))
  }

  test.each(['成绩.xlsx', '成绩.ods', '成绩.XLSX'])('is no workbook: %s', async (name) => {
    await expect(read(name, '考号,语文\n01,98\n')).rejects.toThrow(/纯文本/)
    await expect(inspectSheets({ path: join(folder, name), name })).rejects.toThrow(/纯文本/)
  })

  test('a table that an old system calls .xls is read, a letter is not', async () => {
    expect((await read('成绩.xls', '考号\t语文\n01\t98\n')).map((row) => row.cells)).toEqual([
      ['考号', '语文'],
      ['01', '98'],
    ])
    await expect(read('信.xls', '各位老师：\n请于周五前，将成绩报来\n')).rejects.toThrow(/纯文本/)
    await expect(read('信.xls', '各位老师,请于周五前将成绩报来\n')).rejects.toThrow(/纯文本/)
  })
})

describe('old and text formats', () => {
  test('xls is told by its content', async () => {
    const sheet = utils.aoa_to_sheet([
      ['考号', '出生'],
      ['007', { t: 'n', v: 46082, z: 'yyyy-mm-dd' }],
      ['008', 98.5],
    ])
    const file = write({ SheetNames: ['S'], Sheets: { S: sheet } }, { type: 'buffer', bookType: 'biff8' }) as Buffer
    expect(await rowsOf(file)).toEqual([
      { sheet: 'S', rowNo: 1, cells: ['考号', '出生'] },
      { sheet: 'S', rowNo: 2, cells: ['007', '2026-03-01'] },
      { sheet: 'S', rowNo: 3, cells: ['008', '98.5'] },
    ])
  })

  test('GB18030 text, four-byte letters included', async () => {
    const file = Buffer.from('bfbcbac52cd0d5c3fb0a30312cd5c58230b7310a', 'hex')
    expect((await rowsOf(file)).map((row) => row.cells)).toEqual([
      ['考号', '姓名'],
      ['01', '张㛃'],
    ])
  })

  test.each([['\ufeff考号,姓名\r\n01,"张,三"\r\n'], ['考号;姓名\n01;"张,三"'], ['考号\t姓名\n\n01\t"张,三"\n']])(
    'delimiters and quotes %j',
    async (content) => {
      const rows = await rowsOf(content)
      expect(rows.map((row) => row.cells)).toEqual([
        ['考号', '姓名'],
        ['01', '张,三'],
      ])
    },
  )

  test('a quoted cell may hold line ends and doubled quotes; row numbers are those of the file', async () => {
    const rows = await rowsOf('a,b\n"x\ny","say ""hi"""\nc,d\n')
    expect(rows.map((row) => [row.rowNo, ...row.cells])).toEqual([
      [1, 'a', 'b'],
      [2, 'x\ny', 'say "hi"'],
      [4, 'c', 'd'],
    ])
  })

  test('records may be cut anywhere by the reading blocks', async () => {
    const lines = Array.from({ length: 20_000 }, (_none, i) => `${i},"名,${i}",${i / 2}\r\n`).join('')
    const rows = await rowsOf(lines)
    expect(rows).toHaveLength(20_000)
    expect(rows[19_999]?.cells).toEqual(['19999', '名,19999', '9999.5'])
  })
})

describe('refusals', () => {
  const BOOK = '<workbook><sheets><sheet name="a" sheetId="1"/></sheets></workbook>'

  test.each([
    ['an empty file', '', /文件是空的/],
    ['a web page', '<html><table><tr><td>考号</td></tr></table></html>', /网页/],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), /不是 Excel/],
    ['bytes', Buffer.from([1, 0, 2, 0, 3, 0]), /不是 Excel/],
    ['half an archive', Buffer.from('PK\x03\x04 and then nothing'), /损坏/],
    ['an endless quote', `a,b\n"${'x'.repeat(1_200_000)}`, /引号/],
  ])('%s', async (_name, content, message) => {
    await expect(rowsOf(content)).rejects.toThrow(message)
  })

  test('a foreign archive', async () => {
    await expect(rowsOf(await zipOf({ 'word/document.xml': '<a/>' }))).rejects.toThrow(/不是 Excel/)
  })

  test('a workbook under a password', async () => {
    const encryption = { password: 'secret', spinCount: 1000 }
    const file = await writeXlsx({ sheets: [{ name: 'a', rows: [['a']] }], encryption })
    await expect(rowsOf(file)).rejects.toThrow(/密码/)
  })

  test('a bomb that admits its size', async () => {
    const file = await zipOf({ '[Content_Types].xml': '<a/>', 'xl/workbook.xml': BOOK, x: '0'.repeat(30_000_000) })
    await expect(rowsOf(file)).rejects.toThrow(/解压后过大/)
  })

  test.each(['&#x110000;', '&#99999999999;', '&#abc;'])(
    'no sheet for a letter that does not exist: %s',
    async (letter) => {
      const book = `<workbook><sheets><sheet name="${letter}" sheetId="1"/></sheets></workbook>`
      await expect(rowsOf(await zipOf({ '[Content_Types].xml': '<a/>', 'xl/workbook.xml': book }))).rejects.toThrow(
        /损坏/,
      )
    },
  )

  test('members that share their bytes', async () => {
    const members = { '[Content_Types].xml': '<a/>', 'xl/workbook.xml': BOOK, a: 'x'.repeat(1000), b: 'y'.repeat(1000) }
    await expect(rowsOf(overlap(await zipOf(members), 'a', 'b'))).rejects.toThrow(/共用同一段数据/)
  })

  test('a bomb that lies about its size', async () => {
    const file = await writeXlsx({
      sheets: [{ name: 'a', rows: Array.from({ length: 5000 }, () => ['x'.repeat(50)]) }],
    })
    await expect(rowsOf(shrinkDeclared(Buffer.from(file), 'xl/worksheets/sheet1.xml'))).rejects.toThrow(/损坏/)
  })

  test('too many members, rows, columns and bytes', async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_none, i) => [`m${i}`, 'x']))
    await expect(rowsOf(await zipOf(many), { entries: 20 })).rejects.toThrow(/解压后过大/)
    await expect(rowsOf('a\nb\nc\n', { rows: 2 })).rejects.toThrow(/行数超过2行/)
    await expect(rowsOf('a,b,c\n', { columns: 2 })).rejects.toThrow(/列数超过2列/)
    await expect(rowsOf('x'.repeat(2_000_000), { bytes: 1_048_576 })).rejects.toThrow(/上传内容超过1MB/)
  })
})

/** Lets the second of two members of an archive begin where the first does. */
function overlap(file: Buffer, first: string, second: string): Buffer {
  const directory = file.readUInt32LE(file.lastIndexOf('PK\x05\x06', undefined, 'latin1') + 16)
  const places = new Map<string, number>()
  for (let at = directory; file.readUInt32LE(at) === 0x02014b50; at += 46 + file.readUInt16LE(at + 28))
    places.set(file.toString('utf8', at + 46, at + 46 + file.readUInt16LE(at + 28)), at)
  file.copy(file, (places.get(second) ?? 0) + 42, (places.get(first) ?? 0) + 42, (places.get(first) ?? 0) + 46)
  return file
}

/** Sets the declared size of a member to 100 bytes in the directory of an archive. */
function shrinkDeclared(file: Buffer, name: string): Buffer {
  const at = file.lastIndexOf(Buffer.from(name)) - 46
  file.writeUInt32LE(100, at + 24)
  return file
}

async function collect<T>(source: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of source) all.push(one)
  return all
}
