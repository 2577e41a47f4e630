import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSheets } from '../src/platform/sheet/read.ts'
import { createZip } from '../src/platform/sheet/zip-writer.ts'
import { type Client, useTestApp } from './harness.ts'

const app = useTestApp()
const SECRET = 'what only the server may read'
let folder: string
let user: Client

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-'))
  await writeFile(join(folder, 'secret.txt'), SECRET)
  user = await app().user({ role: 'administrator' })
})
afterAll(() => rm(folder, { recursive: true }))

async function zipOf(members: Record<string, string>): Promise<Buffer> {
  const chunks: Buffer[] = []
  const zip = createZip(async (chunk) => {
    chunks.push(chunk)
  })
  for (const [name, text] of Object.entries(members)) await zip.add(name, text)
  await zip.end()
  return Buffer.concat(chunks)
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook of one cell whose XML starts with `prolog`. */
function bookOf(prolog: string, cell: string): Promise<Buffer> {
  const type = `${LINKS}/worksheet`
  return zipOf({
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r0" Type="${LINKS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${prolog}<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${type}" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `${prolog}<worksheet xmlns="${MAIN}"><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>${cell}</t></is></c><c r="B1" t="inlineStr"><is><t>right</t></is></c></row></sheetData></worksheet>`,
  })
}

async function cellsOf(book: Buffer): Promise<string> {
  const path = join(folder, 'book.xlsx')
  await writeFile(path, book)
  const rows: unknown[] = []
  for await (const row of readSheets({ path, name: 'book.xlsx' })) rows.push(row)
  return JSON.stringify(rows)
}

describe('entities of a workbook', () => {
  test('that are plain text arrive', async () => {
    expect(await cellsOf(await bookOf('', 'a &lt; b'))).toContain('a < b')
  })

  test('that name a file are not followed', async () => {
    const address = pathToFileURL(join(folder, 'secret.txt')).href
    const prolog = `<?xml version="1.0"?><!DOCTYPE x [<!ENTITY leak SYSTEM "${address}">]>`
    const seen = await cellsOf(await bookOf(prolog, '&leak;'))
    expect(seen).toContain('["&leak;","right"]')
    expect(seen).not.toContain(SECRET)
  })

  test('that grow are not unfolded', async () => {
    const names = 'abcdefghij'.split('')
    const grown = names.map((name, at) =>
      at === 0 ? `<!ENTITY a "${'x'.repeat(100)}">` : `<!ENTITY ${name} "${`&${names[at - 1]};`.repeat(10)}">`,
    )
    const prolog = `<?xml version="1.0"?><!DOCTYPE x [${grown.join('')}]>`
    expect(await cellsOf(await bookOf(prolog, '&j;'))).toContain('["&j;","right"]')
  })
})

describe('the name of a file', () => {
  test.each([
    ['..\\..\\..\\etc\\passwd.csv', 'passwd.csv'],
    ['../../secrets.json', 'secrets.json'],
    ['a; filename=b.html; x.csv', 'a; filename=b.html; x.csv'],
    ['<img src=x onerror=alert(1)>.html', '<img src=x onerror=alert(1)>.html'],
  ])('%s is no path, no header and no page', async (name, kept) => {
    const put = await user.upload<{ attachId: string; originalName: string }>(
      '/api/blade-resource/oss/endpoint/put-file-attach',
      {},
      [{ name, body: Buffer.from('<script>alert(1)</script>') }],
    )
    expect([put.status, put.data.originalName]).toEqual([200, kept])
    const got = await user.get(`/api/blade-resource/file/${put.data.attachId}`)
    const disposition = String(got.headers['content-disposition'])
    expect(disposition).toBe(
      `attachment; filename="${encodeURIComponent(kept)}"; filename*=UTF-8''${encodeURIComponent(kept)}`,
    )
    expect(got.headers['content-type']).not.toMatch(/html|svg|javascript/)
    expect(got.headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'cache-control': 'private, no-store' })
  })
})

test('a formula somebody typed leaves as text', async () => {
  const formula = "=cmd|' /C calc'!A0"
  const made = await user.post('/api/blade-system/param/submit', {
    paramName: formula,
    paramKey: 'formula.test',
    paramValue: '@SUM(1)',
  })
  expect(made.status).toBe(200)
  const { raw } = await user.get('/api/blade-system/param/export', { paramKey: 'formula.test' })
  const path = join(folder, 'export.xlsx')
  await writeFile(path, raw)
  const { read } = await import('@e965/xlsx')
  const sheet = Object.values(read(raw).Sheets)[0] ?? {}
  const cells = Object.values(sheet) as { f?: string; v?: unknown }[]
  expect(cells.filter((cell) => cell.f !== undefined)).toEqual([])
  expect(cells.map((cell) => cell.v)).toEqual(expect.arrayContaining([`'${formula}`, "'@SUM(1)"]))
})
