import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { TENANT, useTestApp } from '../../../../test/harness.ts'
import { computeExam } from '../../../../test/fixtures/computed-exam.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import type { JobProgress } from '../../../platform/jobs/jobs.ts'
import { inTransaction } from '../../../platform/db/pool.ts'
import { packageJob } from '../package-job.ts'

const program = useTestApp()
let desk: Desk
let examId = ''
let folder = ''
beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('期中')
  folder = join(program().dataDir, 'packages', TENANT, examId)
  await computeExam(
    desk,
    examId,
    '考号,语文,数学,外语\n0101,90,90,100\n0102,90,100,100\n0103,60,50,缺考\n0201,100,100,100\n',
  )
})

const versions = async () => (await readdir(folder)).filter((name) => name !== 'work').toSorted()

/** Takes a school out of the reports, as its clerk does. */
async function saveSchool(isInReport: number): Promise<void> {
  const { data } = await desk.user.get('/api/bigdata-service/examinfo/findSchoolByExamId', { examId })
  const schools = (data as object[]).slice(0, 1).map((school) => ({ ...school, isInReport }))
  expect(await desk.post('examinfo/saveSchoolParam', { examId, schools })).toMatchObject({ code: 200 })
}

/** Packs as the job does; `meanwhile` happens when the package is about to be built. */
async function packWhile(meanwhile: () => Promise<void>): Promise<void> {
  const ctx = (await program().app.ctxOf(TENANT, desk.user.userId)) as Ctx
  const progress: JobProgress = {
    signal: new AbortController().signal,
    report: async ({ step }) => {
      if (step === '生成报表') await meanwhile()
    },
    finish: (work) => inTransaction(ctx.db, (db) => work({ ...ctx, db })),
  }
  await packageJob.run(ctx, { examId }, progress)
}

test('a school that is saved while its exam is packed refuses the package, leaves nothing of it, and the next try succeeds', async () => {
  await expect(packWhile(() => saveSchool(0))).rejects.toThrow('生成报表期间数据已变化，请重新生成报表')
  expect(await versions()).toEqual([])
  await desk.run('examinfo/execPackageExam', { examId })
  expect(await versions()).toEqual(['v1'])
})

test('what a killed process left, unfinished or under the next number, gives way to the next package', async () => {
  for (const name of ['building-x', 'v2']) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, 'quota.parquet'), 'half')
  }
  const job = await desk.run('examinfo/execPackageExam', { examId })
  expect(job).toMatchObject({ text: expect.stringMatching(/^第2版，\d+个文件$/) })
  expect(await versions()).toEqual(['v1', 'v2'])
  expect(await readdir(join(folder, 'v2'))).toEqual(await readdir(join(folder, 'v1')))
})

describe('a published package with a file that is', () => {
  const DAMAGES: Record<string, (path: string) => Promise<void>> = {
    missing: (path) => rm(path),
    empty: (path) => writeFile(path, ''),
    'cut in half': async (path) => truncate(path, Math.floor((await stat(path)).size / 2)),
    'changed in one byte': async (path) => {
      const bytes = await readFile(path)
      bytes[Math.floor(bytes.length / 3)] = (bytes[Math.floor(bytes.length / 3)] ?? 0) ^ 1
      await writeFile(path, bytes)
    },
  }
  const REPORT = '/api/bigdata-service/report/getScoreRank'
  const ask = () => desk.user.get(REPORT, { examId, grain: 'student', size: 10 })

  test.each(Object.keys(DAMAGES))('%s is told by the name of the file, and can be built again', async (title) => {
    for (const file of ['student.parquet', 'quota.parquet', 'manifest.json']) {
      const { data } = await desk.user.get<{ packageVersion: number }[]>(
        '/api/bigdata-service/examinfo/findPackageByExamId',
        { examId },
      )
      expect((await ask()).code).toBe(200)
      await DAMAGES[title]?.(join(folder, `v${data[0]?.packageVersion}`, file))
      // One byte in the middle of a manifest is not always noticed; one that cannot be read is.
      if (file === 'manifest.json' && title === 'changed in one byte') continue
      expect(await ask()).toMatchObject({ status: 409, msg: `报表的文件${file}缺失或已损坏，请重新生成报表` })
      await desk.run('examinfo/execPackageExam', { examId })
      expect((await ask()).code).toBe(200)
    }
  })
})
