import { defaultDisclosure } from '@xueheng/contract/domains/exam/disclosure.ts'
import { DEFAULT_RULE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { expect, test } from 'vitest'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError } from '../../platform/error.ts'
import { ENGINE_VERSION } from '../exam/index.ts'
import { assertFiles } from './assert-files.ts'
import { type ExamPackage, type ExamPackages, findPackage, openPackage, openPackages } from './exam-packages.ts'

const ctx = { scope: { level: 'all' }, log: { error: () => undefined } } as unknown as Ctx

function packageOf(examId: string, engineVersion: number): ExamPackage {
  const manifest = { dataVersion: 1, rule: DEFAULT_RULE, engineVersion, builtTime: '', courses: [], files: [] }
  return {
    examId,
    examName: examId,
    beginDate: '2026-01-05',
    examStatus: 7,
    version: 1,
    isStale: false,
    policy: defaultDisclosure('3'),
    folder: examId,
    manifest,
  }
}

test('a package with columns of an earlier kind asks to be made again, and a search passes it by', async () => {
  const all = [packageOf('1', ENGINE_VERSION), packageOf('2', ENGINE_VERSION - 1)]
  const packages: ExamPackages = {
    targets: async () => [],
    bases: async () => [],
    areasOfType: async () => [],
    latest: async (_ctx, examId) => all.find((one) => one.examId === examId),
    earlier: async () => undefined,
    listed: async () => all,
    all: async () => all,
  }
  expect((await openPackage(ctx, packages, '1')).examId).toBe('1')
  await expect(openPackage(ctx, packages, '2')).rejects.toThrow(
    '报表由旧版程序生成，升级后会自动重新生成；久未完成时请重新生成报表',
  )
  expect((await openPackages(ctx, packages)).map((one) => one.examId)).toEqual(['1'])
})

test('a statement is refused a package without one of its files, and reads one that has them all', () => {
  const { manifest, ...rest } = packageOf('1', ENGINE_VERSION)
  const files = ['unit.parquet', 'quota.parquet'].map((name) => ({ name, rows: 1, sha256: '' }))
  const found: ExamPackage = { ...rest, manifest: { ...manifest, files } }
  const reading = (...names: string[]) => ({
    sql: names.map((name) => `from read_parquet($package || '/${name}')`).join(' '),
    params: [],
  })
  expect(() => assertFiles(found, reading('unit.parquet', 'quota.parquet'))).not.toThrow()
  expect(() => assertFiles(found, reading('unit.parquet', 'point.parquet'))).toThrow(
    '报表由旧版程序生成，升级后会自动重新生成；久未完成时请重新生成报表',
  )
})

test('one exam is found without opening the others, and a damaged one counts as none', async () => {
  const opened: string[] = []
  const packages: ExamPackages = {
    targets: async () => [],
    bases: async () => [],
    areasOfType: async () => [],
    latest: async (_ctx, examId) => {
      opened.push(examId)
      if (examId === '3') throw new AppError('package.damaged', { file: 'unit.parquet' })
      return packageOf(examId, examId === '2' ? ENGINE_VERSION - 1 : ENGINE_VERSION)
    },
    earlier: async () => undefined,
    listed: () => Promise.reject(new Error('not asked')),
    all: () => Promise.reject(new Error('not asked')),
  }
  const found = await Promise.all(['1', '2', '3'].map((examId) => findPackage(ctx, packages, examId)))
  expect(found.map((one) => one?.examId)).toEqual(['1', undefined, undefined])
  expect(opened).toEqual(['1', '2', '3'])
})
