import { registry } from '@xueheng/contract'
import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { EXPORT_BOUNDS } from '../src/platform/rows/long-export.ts'
import { computeExam } from './fixtures/computed-exam.ts'
import { type Desk, openDesk } from './fixtures/import-desk.ts'
import { useTestApp, waitForJob } from './harness.ts'
import { RowMaker } from './rows.ts'

/** Files that are no list of rows, or a list that stays short by its nature: they are answered at once whatever is in them. */
const NO_LISTS: Record<string, string> = {
  'file.download': 'a file that is kept',
  'picture.read': 'a file that is kept',
  'attach.read': 'a file that is kept',
  'flow.requestFile': 'a file that is kept',
  'sesealinfo.download': 'a file that is kept',
  'crl.download': 'a file that is kept',
  'code.genCode': 'the source of one module',
  'examImport.sample': 'a sample',
  'examImport.template': 'an empty workbook',
  'examImport.annotated': 'faults of one upload, of which there are 20,000 at most',
  'dict.exportBook': 'one dictionary',
  'dictBiz.exportBook': 'one dictionary',
  'examCoursePaperQuestion.exportBook': 'the questions of one paper',
  'examTaskTeacher.exportMarkAccounts': 'the marking teachers of one task',
}
const OF_ONE_UPLOAD = /\.(importFaults|exportTemplate)$/

const files = registry.calls.filter((call) => call.answer === 'file')
const isList = ({ name }: AnyCall) => !(name in NO_LISTS) && !OF_ONE_UPLOAD.test(name)
const lists = [...files.filter(isList), ...registry.calls.filter((call) => 'report' in call)]

const app = useTestApp()
const AS_JOB = { reason: '核对全部名单', isBackground: 1, format: 'xlsx' }
const SCORES = '考号,语文,数学,外语\n0101,120,110,100\n0102,90,80,70\n0103,60,缺考,40\n0201,100,100,100\n'
const usual = { ...EXPORT_BOUNDS }
let desk: Desk
let asked: Record<string, unknown>
beforeAll(async () => {
  desk = await openDesk(app())
  // Lists of a public account are of the one there is.
  await new RowMaker(desk.user).parent('wxAccount')
  const entryExamId = await publish('一模', '2026-03-10')
  const examId = await publish('二模', '2026-05-10')
  const examJson = JSON.stringify([{ examId }, { examId: entryExamId }])
  asked = { ...AS_JOB, examId, entryExamId, examJson, courseName: '语文' }
  // Every list is a long one, be it empty, and no part of it has two rows.
  Object.assign(EXPORT_BOUNDS, { atOnce: -1, part: 1 })
}, 300_000)
afterAll(() => {
  Object.assign(EXPORT_BOUNDS, usual)
})

async function publish(name: string, beginDate: string): Promise<string> {
  const examId = await desk.addExam(name, { beginDate })
  await computeExam(desk, examId, SCORES)
  // Two versions, to be compared.
  await desk.run('examinfo/execPackageExam', { examId })
  await desk.run('examinfo/execPackageExam', { examId })
  await desk.post('examinfo/publishExam', { examId })
  return examId
}

test('a file is one that stays short, or its call can hand it over to a job', () => {
  expect(Object.keys(NO_LISTS).filter((name) => !files.some((call) => call.name === name))).toEqual([])
  expect(lists.filter((call) => !('isBackground' in call.input)).map((call) => call.name)).toEqual([])
  expect(lists.length).toBeGreaterThan(150)
})

describe('a list above the bound is made by a job, never refused', () => {
  test.each(lists.map((call) => [call.name, call] as const))('%s', async (_name, call) => {
    const { user } = desk
    const answer = await (call.method === 'GET' ? user.get(call.path, asked) : user.post(call.path, asked))
    expect([answer.status, answer.msg]).toEqual([200, '操作成功'])
    const job = await waitForJob(user, answer.data.jobId)
    expect(job['fileId']).toMatch(/^\d+$/)
  })
})
