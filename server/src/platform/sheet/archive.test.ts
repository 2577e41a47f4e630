import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openArchive } from './archive.ts'
import { readSheets } from './read.ts'
import type { SheetLimits } from './sheet-fault.ts'
import { zipOf } from '../../../test/fixtures/zip-of.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'archive-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function unpacked(file: Buffer, limits?: Partial<SheetLimits>): Promise<Record<string, string> | undefined> {
  const path = join(folder, 'set.zip')
  await writeFile(path, file)
  const archive = await openArchive(path, limits)
  if (!archive) return undefined
  const texts: Record<string, string> = {}
  for (const { name, contents } of archive.books) {
    const chunks: Buffer[] = []
    for await (const chunk of contents) chunks.push(chunk)
    texts[name] = Buffer.concat(chunks).toString()
  }
  return texts
}

test('the workbooks of an archive, folders told, leftovers of systems left out', async () => {
  const file = await zipOf({
    '望澜区/一中.csv': '考号',
    '望澜区/~$一中.xlsx': 'lock',
    '__MACOSX/望澜区/._一中.csv': 'fork',
    '../../etc/名单.CSV': '姓名',
    '说明.txt': '请核对',
    'a/': '',
  })
  expect(await unpacked(file)).toEqual({ '望澜区/一中.csv': '考号', 'etc/名单.CSV': '姓名' })
})

test('an archive names what is no workbook, not what systems leave', async () => {
  const path = join(folder, 'named.zip')
  await writeFile(
    path,
    await zipOf({ '一中.csv': '考号', '说明.docx': 'text', '__MACOSX/._一中.csv': 'fork', 'a/': '' }),
  )
  expect((await openArchive(path))?.others).toEqual(['说明.docx'])
})

test('names in the code of Chinese systems', async () => {
  const file = await zipOf({ 'XXXX.csv': '考号' })
  // 名单 in GBK, without the mark for UTF-8.
  const name = Buffer.from('c3fbb5a5', 'hex')
  for (let at = file.indexOf('XXXX'); at >= 0; at = file.indexOf('XXXX')) name.copy(file, at)
  const entry = file.indexOf(Buffer.from('PK\x01\x02', 'latin1'))
  file.writeUInt16LE(file.readUInt16LE(entry + 8) & ~0x0800, entry + 8)
  expect(await unpacked(file)).toEqual({ '名单.csv': '考号' })
})

test('a workbook and a broken archive are no archives of workbooks', async () => {
  expect(await unpacked(await zipOf({ '[Content_Types].xml': '<a/>', 'x.csv': '1' }))).toBeUndefined()
  expect(await unpacked(Buffer.from('PK\x03\x04 and nothing more', 'latin1'))).toBeUndefined()
  expect(await unpacked(Buffer.from('考号,姓名'))).toBeUndefined()
})

test('a bomb is not unpacked; the reader names it', async () => {
  const file = await zipOf({ 'a.csv': '0'.repeat(30_000_000) })
  expect(await unpacked(file)).toBeUndefined()
  const read = readSheets({ path: join(folder, 'set.zip'), name: 'set.zip' })
  await expect(read[Symbol.asyncIterator]().next()).rejects.toThrow(/解压后过大/)
  const many = await zipOf(Object.fromEntries(Array.from({ length: 30 }, (_none, i) => [`${i}.csv`, 'x'])))
  expect(await unpacked(many, { entries: 20 })).toBeUndefined()
})

test('members that are too large together are not unpacked, however small each is', async () => {
  const members = Object.fromEntries(Array.from({ length: 5 }, (_none, i) => [`${i}.csv`, `考号${i}`.repeat(50)]))
  const file = await zipOf(members)
  expect(Object.keys((await unpacked(file, { inflated: 5000 })) ?? {})).toHaveLength(5)
  expect(await unpacked(file, { inflated: 1000 })).toBeUndefined()
})

test('a member that is larger than it says is refused while it is unpacked', async () => {
  const file = await zipOf({ 'a.csv': 'x'.repeat(5000) })
  file.writeUInt32LE(100, file.indexOf(Buffer.from('PK\x01\x02', 'latin1')) + 24)
  await expect(unpacked(file)).rejects.toThrow(/损坏/)
})

test('an archive without workbooks says so', async () => {
  await expect(unpacked(await zipOf({ '照片.jpg': 'x' }))).rejects.toThrow(/没有 xlsx、xls、ods 或 csv/)
})
