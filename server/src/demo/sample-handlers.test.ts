import { sampleFile, sampleList } from '@xueheng/contract/domains/exam/sample.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '../platform/error.ts'
import { openArchive } from '../platform/sheet/archive.ts'
import type { FileAnswer } from '../platform/files/files.ts'
import { sampleHandlers } from './sample-handlers.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sets-'))
})
afterAll(() => rm(folder, { recursive: true }))

type Sample = { name: string; title: string; size: string; kind: string; isDirty: number }

function run<T>(call: object, input: object): Promise<T> {
  const found = sampleHandlers.find((one) => one.call === call)
  // Neither handler looks at the caller.
  return found?.handler({} as never, input as never, {} as never) as Promise<T>
}

test('four sets are on offer: one roster each, and a file for every area', async () => {
  const samples = await run<Sample[]>(sampleList, {})
  expect(samples.filter((sample) => sample.kind === 'student').map((sample) => sample.title)).toEqual([
    '考生名单（小样）',
    '考生名单（小样，含错误）',
    '考生名单（全部）',
    '考生名单（全部，含错误）',
  ])
  expect(samples.filter((sample) => sample.size === 'small' && sample.isDirty === 0)).toHaveLength(6)
  expect(samples.filter((sample) => sample.size === 'full' && sample.isDirty === 0)).toHaveLength(14)
})

test('each set is there as one archive, with an old workbook and a text table in it', async () => {
  const sets = (await run<Sample[]>(sampleList, {})).filter((sample) => sample.kind === 'all')
  expect(sets.map((set) => set.title)).toEqual([
    '整套（小样）',
    '整套（小样，含错误）',
    '整套（全部）',
    '整套（全部，含错误）',
  ])
  const file = await run<FileAnswer>(sampleFile, { name: sets[1]?.name })
  const path = join(folder, 'set.zip')
  await writeFile(path, file.body as Buffer)
  const names = (await openArchive(path))?.books.map((book) => book.name) ?? []
  expect(names.map((name) => name.split('.').at(-1))).toEqual(['xlsx', 'xlsx', 'xls', 'xlsx', 'csv'])
})

test('every small file that is listed can be fetched', async () => {
  const all = await run<Sample[]>(sampleList, {})
  const samples = all.filter((sample) => sample.size === 'small' && sample.kind !== 'all')
  for (const { name } of samples) {
    const file = await run<FileAnswer>(sampleFile, { name })
    expect(name.endsWith(`/${file.name}`)).toBe(true)
    expect((file.body as Buffer).length).toBeGreaterThan(1000)
  }
})

test.each(['', 'small-clean/没有.xlsx', '../secrets.json', 'constructor/name'])('"%s" is refused', async (name) => {
  await expect(run(sampleFile, { name })).rejects.toThrow(AppError)
})
