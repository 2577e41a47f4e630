import { defaultDisclosure } from '@xueheng/contract/domains/exam/disclosure.ts'
import { DEFAULT_RULE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { expect, test } from 'vitest'
import type { Ctx } from '../../platform/ctx.ts'
import { ENGINE_VERSION } from '../exam/index.ts'
import { type ExamPackage, type ExamPackages, openPackage, openPackages } from './exam-packages.ts'

const ctx = { scope: { level: 'all' } } as Ctx

function packageOf(examId: string, engineVersion: number): ExamPackage {
  const manifest = { dataVersion: 1, rule: DEFAULT_RULE, engineVersion, builtTime: '', files: [] }
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
    latest: async (_ctx, examId) => all.find((one) => one.examId === examId),
    earlier: async () => undefined,
    all: async () => all,
  }
  expect((await openPackage(ctx, packages, '1')).examId).toBe('1')
  await expect(openPackage(ctx, packages, '2')).rejects.toThrow('报表由旧版程序生成，请重新生成报表')
  expect((await openPackages(ctx, packages)).map((one) => one.examId)).toEqual(['1'])
})
