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

type Sample = { name: string; kind: string; isDirty: number }

function run<T>(call: object, input: object): Promise<T> {
  const found = sampleHandlers.find((one) => one.call === call)
  // Neither handler looks at the caller.
  return found?.handler({} as never, input as never, {} as never) as Promise<T>
}

test('of list and scores there is one sample without and one with faults, each with a name of its own', async () => {
  const samples = await run<Sample[]>(sampleList, {})
  expect(samples.map((sample) => [sample.kind, sample.isDirty, sample.name])).toEqual([
    ['student', 0, '示例-考生名单-无错误.xlsx'],
    ['student', 1, '示例-考生名单-含错误.xlsx'],
    ['score', 0, '示例-成绩-无错误.zip'],
    ['score', 1, '示例-成绩-含错误.zip'],
  ])
})

test('every sample can be fetched under its name', async () => {
  const bodies: Buffer[] = []
  for (const { name } of await run<Sample[]>(sampleList, {})) {
    const file = await run<FileAnswer>(sampleFile, { name })
    expect(file.name).toBe(name)
    bodies.push(file.body as Buffer)
  }
  const [clean, dirty, ...scores] = bodies
  expect(clean?.equals(dirty as Buffer)).toBe(false)
  expect(scores.every((body) => body.length > 1000)).toBe(true)
})

test('the scores come as areas send them: workbooks of today, an old one and a text table', async () => {
  const file = await run<FileAnswer>(sampleFile, { name: '示例-成绩-含错误.zip' })
  const path = join(folder, 'set.zip')
  await writeFile(path, file.body as Buffer)
  const names = (await openArchive(path))?.books.map((book) => book.name) ?? []
  expect(names.map((name) => name.split('.').at(-1))).toEqual(['xlsx', 'xls', 'xlsx', 'csv'])
})

test.each(['', '没有.xlsx', '../secrets.json', 'constructor'])('"%s" is refused', async (name) => {
  await expect(run(sampleFile, { name })).rejects.toThrow(AppError)
})
