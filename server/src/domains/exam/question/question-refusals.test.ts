import { beforeAll, describe, expect, test } from 'vitest'
import { makeBook } from '../../../../test/fixtures/books.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { ROSTER, SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { PAPER_MARKS, savePaper } from '../../../../test/fixtures/paper-fixture.ts'
import { type Answer, type Client, useTestApp } from '../../../../test/harness.ts'

/* What is refused of question scores: before there are papers or scores, of sheets, and by hand. */

const BASE = '/api/bigdata-service'
const QUESTION = 'examScoreStudentCourseQuestion'
const program = useTestApp()
let desk: Desk
let examId = ''

beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('小题')
})

const said = ({ status, msg }: Answer) => [status, msg]

test('an archive of question scores is taken back for a reason, and where there is one', async () => {
  await desk.setStatus(examId, 3)
  const unarchive = (reason: string) => desk.post(`${QUESTION}/unarchiveByExamId`, { examId, reason })
  const short = await unarchive(' 错 ')
  const none = await unarchive('扫描有误')
  await desk.setStatus(examId, 0)
  expect(said(short)).toEqual([400, '请填写撤销归档的原因'])
  expect(short.body['data']).toEqual({ problems: [{ field: 'reason', message: '请填写撤销归档的原因' }] })
  expect(said(none)).toEqual([409, '没有已归档的小题分'])
})

test('nothing is checked, and no template made, where there is nothing', async () => {
  const template = await desk.user.get(`${BASE}/examimport/template`, { examId, kind: 'question' })
  expect(said(template)).toEqual([400, '请先录入试卷题目，再下载小题分模板'])
  const check = await desk.post(`${QUESTION}/checkByExamId`, { examId })
  expect(said(check)).toEqual([409, '还没有小题分，请先导入'])
  await desk.setStatus(examId, 3)
  const archive = await desk.post(`${QUESTION}/archiveByExamId`, { examId })
  await desk.setStatus(examId, 0)
  expect(said(archive)).toEqual([409, '还没有小题分，请先导入'])
})

describe('a sheet of question scores', () => {
  let batchId = ''
  beforeAll(async () => {
    await savePaper(desk, examId, '语文')
    const list = await desk.send(examId, 'student', ROSTER)
    await desk.run('examimport/commit', { batchId: list.batchId, confirmWarnings: 1 })
    const book = await makeBook('xlsx', [{ name: '语文', rows: PAPER_MARKS }])
    batchId = (await desk.send(examId, 'question', book)).batchId
  })

  test('keeps its line of titles, has a course and no column twice', async () => {
    const before = (await desk.detail(batchId)).files[0]?.sheets[0]
    const targets = before?.targets ?? []
    expect(targets).toContain('studentNumber')
    const whole = { fileNo: 1, sheetNo: 1, headerRow: before?.headerRow, targets, courseName: '语文', isIgnored: false }
    const map = (change: object) => desk.post('examimport/mapping', { batchId, sheets: [{ ...whole, ...change }] })
    for (const [change, refusal] of [
      [{ headerRow: 2 }, '小题分的表头行由系统识别，请调整工作簿后重新上传'],
      [{ courseName: '数学' }, '请选择工作表「语文」的科目与试卷'],
      [{ paperCode: 'Z' }, '请选择工作表「语文」的科目与试卷'],
      [{ targets: targets.map(() => 'studentNumber') }, '工作表「语文」有两列的含义相同'],
      [{ targets: targets.map(() => 'nothing') }, '列的含义不正确'],
    ] as const) {
      expect([change, ...said(await map(change))]).toEqual([change, 400, refusal])
    }
    expect((await desk.detail(batchId)).files[0]?.sheets[0]).toEqual(before)
  })
})

describe('question scores by hand', () => {
  let school: Client
  beforeAll(async () => {
    const permissions = ['examscorestudentcoursequestion_view', 'examscorestudentcoursequestion_edit']
    school = await program().user({ role: 'school', schoolCode: SCHOOLS[0]?.code, permissions })
  })

  async function total(): Promise<number> {
    const { data } = await desk.user.get(`${BASE}/${QUESTION}/list`, { examId, courseName: '语文' })
    return data.total
  }

  test('are changed by the bureau alone, of one exam at a time, and of students who are named', async () => {
    const mark = { examId, courseName: '语文', studentNumber: '0101', questionNo: '3(1)', score: 1 }
    expect(said(await school.post(`${BASE}/${QUESTION}/submit`, mark))).toEqual([403, '请求被拒绝'])
    const other = await desk.addExam('另一场小题')
    const remove = await desk.user.post(`${BASE}/${QUESTION}/remove`, undefined, {
      ids: `${examId} 1 0101 1,${other} 1 0101 1`,
    })
    expect(said(remove)).toEqual([400, '一次只能删除一场考试的小题分'])
    const nobody = { examId, courseName: '语文', studentNumbers: '， ,', examName: '小题' }
    expect(said(await desk.post(`${QUESTION}/removeByStudentNumber`, nobody))).toEqual([400, '请填写考号'])
    expect(await total()).toBe(0)
  })

  test.each([
    ['studentNumber', { studentNumber: '9999' }, '考号 9999 不在考生名单'],
    ['questionNo', { questionNo: '99' }, '语文试卷没有题号「99」'],
    ['questionNo', { courseName: '数学' }, '数学试卷没有题号「1」'],
  ])(
    'are of a student on the list and a question of the paper, or %s is at fault: %j',
    async (field, change, message) => {
      const mark = { examId, courseName: '语文', studentNumber: '0101', questionNo: '1', score: 1 }
      const { status, data } = await desk.user.post(`${BASE}/${QUESTION}/submit`, { ...mark, ...change })
      expect([status, data.problems]).toEqual([400, [{ field, message }]])
      expect(await total()).toBe(0)
    },
  )

  test('of students are removed from a course of the exam', async () => {
    const mark = { examId, courseName: '语文', studentNumber: '0101', questionNo: '1', score: 1 }
    expect((await desk.post(`${QUESTION}/submit`, mark)).msg).toBe('操作成功')
    const removal = { examId, courseName: '体育', studentNumbers: '0101', examName: '小题' }
    const { status, data } = await desk.user.post(`${BASE}/${QUESTION}/removeByStudentNumber`, removal)
    const message = '科目「体育」不在本次考试'
    expect([status, data.problems]).toEqual([400, [{ field: 'courseName', message }]])
    expect(await total()).toBe(1)
  })
})
