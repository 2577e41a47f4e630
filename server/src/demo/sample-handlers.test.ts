import { sampleFile, sampleList } from '@xueheng/contract/domains/exam/sample.ts'
import { expect, test } from 'vitest'
import { AppError } from '../platform/error.ts'
import type { FileAnswer } from '../platform/files/files.ts'
import { sampleHandlers } from './sample-handlers.ts'

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
  expect(samples.filter((sample) => sample.size === 'small' && sample.isDirty === 0)).toHaveLength(5)
  expect(samples.filter((sample) => sample.size === 'full' && sample.isDirty === 0)).toHaveLength(13)
})

test('every small file that is listed can be fetched', async () => {
  const samples = (await run<Sample[]>(sampleList, {})).filter((sample) => sample.size === 'small')
  for (const { name } of samples) {
    const file = await run<FileAnswer>(sampleFile, { name })
    expect(name.endsWith(`/${file.name}`)).toBe(true)
    expect((file.body as Buffer).length).toBeGreaterThan(1000)
  }
})

test.each(['', 'small-clean/没有.xlsx', '../secrets.json', 'constructor/name'])('"%s" is refused', async (name) => {
  await expect(run(sampleFile, { name })).rejects.toThrow(AppError)
})
