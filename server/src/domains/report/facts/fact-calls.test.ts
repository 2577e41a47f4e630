import { studentPaper } from '@xueheng/contract/domains/report/paper.ts'
import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { computeExam } from '../../../../test/fixtures/computed-exam.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { type Client, useTestApp } from '../../../../test/harness.ts'

const BASE = '/api/bigdata-service'
const TOTALS = `${BASE}/examscorestudent`
const PAPERS = `${BASE}/examscorestudentcourse`
const SCORES = '考号,语文,数学,外语\n0101,120,110,100\n0102,90,80,70\n0103,60,缺考,40\n0201,100,100,100\n'

const program = useTestApp()
let desk: Desk
let school: Client
let examId = ''

beforeAll(async () => {
  desk = await openDesk(program())
  school = await program().user({ role: 'school', schoolCode: SCHOOLS[0]?.code })
  examId = await desk.addExam('成绩列表')
  await computeExam(desk, examId, SCORES)
  await desk.run('examinfo/execPackageExam', { examId })
  await desk.post('examinfo/publishExam', { examId })
})

interface Line {
  id: string
  studentNumber: string
  score: number | null
  correction: string | null
}

async function linesOf(path: string, query: object, user = desk.user): Promise<Line[]> {
  const { status, data, msg } = await user.get(path, { examId, ...query })
  expect([status, msg]).toEqual([200, '操作成功'])
  return data.records
}

describe('the lists of archived marks over the wire', () => {
  test('answer the same rows by both calls, codes masked', async () => {
    const listed = await linesOf(`${TOTALS}/list`, { ascs: 'schoolRank' })
    expect(listed.map(({ studentNumber, score }) => [studentNumber, score])).toEqual([
      ['0101', 330],
      ['0201', 300],
      ['0102', 240],
      ['0103', null],
    ])
    expect(await linesOf(`${TOTALS}/listStudent`, { ascs: 'schoolRank' })).toEqual(listed)
    expect(JSON.stringify(listed)).toMatch(/"studentCode":"[^"*]{6}\*+[^"*]{4}"/)
    const papers = await linesOf(`${PAPERS}/list`, { courseName: '外语', descs: 'score' })
    expect(papers.map(({ score }) => score)).toEqual([100, 100, 70, 40])
    expect(await linesOf(`${PAPERS}/listStudent`, { courseName: '外语', descs: 'score' })).toEqual(papers)
  })

  test('show a school its own students, and one of another school as none', async () => {
    const numbers = (await linesOf(`${TOTALS}/list`, {}, school)).map((one) => one.studentNumber)
    expect(numbers.toSorted()).toEqual(['0101', '0102', '0103'])
    const [other] = await linesOf(`${PAPERS}/list`, { studentNumber: '0201' })
    expect((await desk.user.get(`${PAPERS}/detail`, { id: other?.id })).data).toMatchObject({ studentNumber: '0201' })
    expect((await school.get(`${PAPERS}/detail`, { id: other?.id })).status).toBe(404)
  })

  test('are nothing to another tenant', async () => {
    const stranger = await program().user({
      role: 'exam',
      tenantId: '000009',
      permissions: ['examscorestudent_view', 'examscorestudentcourse_view'],
    })
    expect((await stranger.get(`${TOTALS}/list`)).data).toMatchObject({ total: 0, records: [] })
    for (const path of [TOTALS, PAPERS]) {
      expect((await stranger.get(`${path}/list`, { examId })).status).toBeGreaterThanOrEqual(400)
      expect((await stranger.get(`${path}/detail`, { id: `${examId}-1` })).status).toBeGreaterThanOrEqual(400)
    }
  })
})

describe('who looked at the students of an exam', () => {
  const RANKS = `${BASE}/report/getScoreRankByStudent`
  const reason = '家长会前核对成绩'
  interface Act {
    kind: string
    call: string
    children: number
    reason: string | null
  }

  async function actsOf(work: () => Promise<unknown>): Promise<Act[]> {
    const last = await sql<{ id: string }>`select coalesce(max(id), 0) as id from child_access`.execute(desk.db)
    await work()
    const { rows } = await sql<Act>`select kind, call, children, reason from child_access
      where id > ${last.rows[0]?.id ?? '0'} order by id`.execute(desk.db)
    return rows
  }

  test('is written down for lists of marks, and for a report from memory as for the first', async () => {
    const listed = { kind: 'listed', reason: null }
    expect(await actsOf(() => linesOf(`${TOTALS}/list`, {}))).toMatchObject([{ ...listed, children: 4 }])
    // Three papers each.
    expect(await actsOf(() => linesOf(`${PAPERS}/list`, {}))).toMatchObject([{ ...listed, children: 4 }])
    const line = { ...listed, call: 'scoreRankByStudent', children: 4 }
    const ask = () => desk.user.get(RANKS, { examId })
    for (const _turn of [1, 2]) expect(await actsOf(ask)).toMatchObject([line])
    const first = { examId, courseName: '数学', countNum: 10 }
    for (const path of ['queryBeforeNStudentScore', 'queryCourseBeforeNStudentScore'])
      expect(await actsOf(() => desk.user.get(`${BASE}/statistics/${path}`, first))).toMatchObject([listed])
    const find = () =>
      desk.user.get(`${BASE}/examscorestudent/queryStudentScore`, { studentName: '', studentNumber: '0101' })
    expect(await actsOf(find)).toMatchObject([{ ...listed, children: 1 }])
    const query = { examId, studentCode: '', studentNumber: '0101', studentName: '' }
    expect((await desk.user.get(`${BASE}/statistics/queryStudentScore`, query)).data.records).toHaveLength(1)
  })

  test('is written down for a workbook, a score book and printed sheets, with the reason', async () => {
    const exported = { kind: 'exported', children: 4, reason }
    const file = { examId, reason, format: 'xlsx' }
    expect(await actsOf(() => desk.user.get(RANKS, file))).toMatchObject([exported])
    const book = `${BASE}/statistics/exportStudentScore`
    expect(await actsOf(() => desk.user.get(book, { examId, reason }))).toMatchObject([exported])
    const path = studentPaper.call.path.replace(`${BASE}/`, '')
    const printed = await actsOf(() => desk.run(path, { examId, reason, format: 'xlsx' }))
    expect(printed.length).toBeGreaterThan(0)
    expect(printed.every((act) => act.kind === 'printed' && act.reason === reason)).toBe(true)
    expect(printed.reduce((sum, { children }) => sum + children, 0)).toBe(4)
  })
})

describe('a change of an archived mark', () => {
  const asked = { studentNumber: '0102', courseName: '数学', newScore: '81', reason: '登分有误' }

  test('is an application that waits for approval; the mark stays until then', async () => {
    const { status, data } = await desk.user.post(`${PAPERS}/submit`, { examId, ...asked })
    expect(status).toBe(200)
    const kept = await desk.user.get(`${BASE}/examscorecorrection/detail`, { id: data.correctionId })
    expect(kept.data).toMatchObject({ oldScore: '80', newScore: '81', correctionStatus: 1 })
    const [paper] = await linesOf(`${PAPERS}/list`, { studentNumber: '0102', courseName: '数学' })
    expect(paper?.score).toBe(80)
    const again = await desk.user.post(`${PAPERS}/submit`, { examId, ...asked })
    expect([again.status, again.msg]).toEqual([400, '考号 0102 的数学已有尚未办结的更正申请'])
  })

  test('approved, stands beside the old mark until the reports are made anew', async () => {
    const officer = await program().user({ role: 'exam' })
    const [waiting] = (await desk.user.get(`${BASE}/examscorecorrection/list`, { examId_equal: examId })).data.records
    const audit = { ids: waiting.id, pass: 1, approveOpinion: '属实' }
    expect((await officer.post(`${BASE}/examscorecorrection/audit`, audit)).status).toBe(200)
    const shown = async (user = desk.user) => {
      const papers = await linesOf(`${PAPERS}/list`, { studentNumber: '0102' }, user)
      const totals = await linesOf(`${TOTALS}/list`, { ascs: 'studentNumber' }, user)
      return [
        papers.map(({ score, correction }) => [score, correction]),
        totals.map(({ studentNumber, correction }) => [studentNumber, correction]),
      ]
    }
    const marks = [
      [90, null],
      [80, '81'],
      [70, null],
    ]
    const [first, second, third, other] = [
      ['0101', null],
      ['0102', '数学 80→81'],
      ['0103', null],
      ['0201', null],
    ]
    expect(await shown()).toEqual([marks, [first, second, third, other]])
    expect(await shown(school)).toEqual([marks, [first, second, third]])
    await desk.run('examinfo/execPackageExam', { examId })
    expect((await shown())[0]).toEqual([
      [90, null],
      [81, null],
      [70, null],
    ])
  })

  test('is asked for by a school for its own students alone, and with a reason', async () => {
    const other = await school.post(`${PAPERS}/submit`, { examId, ...asked, studentNumber: '0201' })
    expect([other.status, other.msg]).toEqual([400, '考号 0201 不在归档的考生名单'])
    const silent = await desk.user.post(`${PAPERS}/submit`, { examId, ...asked, courseName: '外语', reason: '' })
    expect(silent.status).toBe(400)
  })

  test.each([
    [`${TOTALS}/submit`, '总成绩由各科成绩合成，请在“学生单科成绩”里申请更正'],
    [`${TOTALS}/remove`, '归档的成绩不能删除：请申请更正为缺考，或由考试管理人员撤销归档后修改导入的成绩'],
    [`${PAPERS}/remove`, '归档的成绩不能删除：请申请更正为缺考，或由考试管理人员撤销归档后修改导入的成绩'],
    [`${TOTALS}/delAllByExamId`, '归档的成绩不能直接清空：请由考试管理人员撤销成绩归档，再清空导入的成绩'],
    [`${PAPERS}/delAllByExamId`, '归档的成绩不能直接清空：请由考试管理人员撤销成绩归档，再清空导入的成绩'],
  ])('by %s is refused with the way to go, and nothing is lost', async (path, message) => {
    const { status, msg } = await desk.user.post(path, { examId, score: 300 }, { ids: `${examId}-1`, examId })
    expect([status, msg]).toEqual([400, message])
    expect(await linesOf(`${TOTALS}/list`, {})).toHaveLength(4)
  })
})
