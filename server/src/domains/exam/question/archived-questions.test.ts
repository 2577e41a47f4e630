import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { archiveQuestionMarks } from '../../../../test/fixtures/question-fixture.ts'
import { TENANT, useTestApp } from '../../../../test/harness.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { sqlText } from '../../../platform/analytics/sql-file.ts'
import { archivedQuestions } from './archived-questions.ts'
import { clearQuestionFiles, clearQuestionLeftovers, newQuestionPath } from './question-files.ts'

const program = useTestApp()

async function open(): Promise<Ctx> {
  const ctx = await program().app.ctxOf(TENANT, (await program().user({ role: 'administrator' })).userId)
  if (!ctx) throw new Error('no context')
  return ctx
}

test('archived question scores are named by course, and a file that is replaced is cleared', async () => {
  const ctx = await open()
  const first = await archiveQuestionMarks(ctx, '77', 2, [[1, '1', 20]])
  const second = await archiveQuestionMarks(ctx, '77', 2, [
    [1, '1', 30, 'A'],
    [2, '1', null],
  ])
  const found = await archivedQuestions(ctx, '77')
  expect(found.map(({ courseId, file }) => [courseId, file])).toEqual([[2, second]])
  const rows = await ctx.analytics.query(`select * from read_parquet(${sqlText(second)}) order by sid`)
  expect(rows).toEqual([
    { sid: 1, courseId: 2, paperCode: 'A', questionNo: '1', score10: 30, answer: 'A' },
    { sid: 2, courseId: 2, paperCode: 'A', questionNo: '1', score10: null, answer: null },
  ])
  await clearQuestionFiles(ctx, '77')
  expect([existsSync(first), existsSync(second)]).toEqual([false, true])
  expect(await archivedQuestions(ctx, '78')).toEqual([])
})

test('a file a killed writer left goes at the start of the program, and what an exam points to stays', async () => {
  const ctx = await open()
  const { app, dataDir } = program()
  const clear = () => clearQuestionLeftovers(app.database.tenant, join(dataDir, 'packages'))
  const kept = await archiveQuestionMarks(ctx, '79', 2, [[1, '1', 20]])
  const left = await newQuestionPath(ctx, '79', 2)
  const ofUnknownExam = await newQuestionPath(ctx, '80', 1)
  for (const path of [left, ofUnknownExam]) await writeFile(path, 'half a file')
  expect((await clear()).toSorted()).toEqual([left, ofUnknownExam].toSorted())
  expect([kept, left, ofUnknownExam].map(existsSync)).toEqual([true, false, false])
  expect(await clear()).toEqual([])
})
