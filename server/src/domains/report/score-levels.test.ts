import { DEFAULT_RULE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import { LEVEL_MODELS } from '@xueheng/contract/domains/exam/level/level-models.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { computeExam } from '../../../test/fixtures/computed-exam.ts'
import { type Desk, openDesk } from '../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../test/fixtures/import-fixture.ts'
import { type Client, useTestApp } from '../../../test/harness.ts'

const program = useTestApp()
const BASE = '/api/bigdata-service'
/** Raw totals 270, 360, 240, 150. */
const SCORES = '考号,语文,数学,外语\n0101,100,90,80\n0102,110,120,130\n0103,70,80,90\n0201,60,50,40\n'

let desk: Desk
let school: Client
let examId = ''
beforeAll(async () => {
  desk = await openDesk(program())
  school = await program().user({ role: 'school', schoolCode: SCHOOLS[0]?.code })
  examId = await desk.addExam('赋分')
  await computeExam(desk, examId, SCORES)
})

const PARAM = { courseName: '外语', model: 'p312' }
const GRADES = LEVEL_MODELS['p312']?.grades ?? []

async function save(...deployLevelParams: object[]) {
  return desk.user.post(`${BASE}/examinfo/saveScoreLevelParams`, { examId, deployLevelParams })
}

async function applied(): Promise<unknown[]> {
  const { data } = await desk.user.get(`${BASE}/examinfo/getScoreLevelParams`, { examId })
  return data.map((one: { courseName: string; isApplied: number }) => [one.courseName, one.isApplied])
}

async function linesOf(path: string, query: object = {}, user = desk.user): Promise<Record<string, unknown>[]> {
  const { data, msg } = await user.get(`${BASE}/${path}`, { examId, ...query })
  expect(msg).toBe('操作成功')
  return data.records
}

const LAST = GRADES.map((grade) => (grade.name === 'E' ? { ...grade, ratio: 1 } : grade))

describe('level parameters', () => {
  test.each([
    [{ ...PARAM, model: 'custom', grades: LAST }, '「外语」第5行「E」：比例合计99%，应为100%'],
    [{ ...PARAM, courseName: '音乐' }, '第1科：考试没有科目「音乐」'],
    [{ ...PARAM, model: 'mars', grades: GRADES }, '「外语」没有赋分模型「mars」'],
    [{ ...PARAM, options: { boundary: 'far' } }, '「外语」划等选项不在可选范围内'],
    [{ ...PARAM, options: { order: 'asc' } }, '「外语」选项 order 只能是 desc'],
    [{ ...PARAM, grades: [{ name: 'A' }] }, '「外语」第1行：等级应有名称、比例和赋分区间'],
  ])('%o are refused', async (param, message) => {
    expect((await save(param)).msg).toBe(message)
  })

  test('of one course given twice, or none where marks are to be assigned, are refused', async () => {
    expect((await save(PARAM, PARAM)).msg).toBe('「外语」的等级赋分参数重复')
    expect((await desk.post('examscorestudent/deployExamScoreLevel', { examId })).msg).toBe('请先设置等级赋分参数')
  })

  /** 15 % of four are 0.6, nearer to one than to none; 2; 3.4, nearer to three; 3.92, nearer to four: E is empty. */
  test('answer what they make of the marks, and wait to be applied', async () => {
    const { data } = await save(PARAM)
    const [{ courseName, base, intervals }] = data
    expect([courseName, base]).toEqual(['外语', 4])
    const found = intervals.map((one: Record<string, unknown>) => [
      one['name'],
      one['high10'],
      one['low10'],
      one['num'],
    ])
    expect(found).toEqual([
      ['A', 1300, 1300, 1],
      ['B', 900, 900, 1],
      ['C', 800, 800, 1],
      ['D', 400, 400, 1],
      ['E', null, null, 0],
    ])
    expect(await applied()).toEqual([['外语', 0]])
    await save()
    expect(await applied()).toEqual([])
    await save(PARAM)
  })

  test('are tried on marks that only those who see everyone are given', async () => {
    const { data } = await desk.user.get(`${BASE}/examinfo/getScoreLevelMarks`, { examId })
    expect(data.at(-1)).toEqual({
      courseName: '外语',
      examScore: 150,
      marks: [1300, 900, 800, 400].map((score10) => ({ score10, num: 1 })),
    })
    const clerk = await program().user({
      role: 'school',
      schoolCode: SCHOOLS[0]?.code,
      permissions: ['examscorelevel_view', 'examscorelevel_save', 'examinfo_edit'],
    })
    expect((await clerk.get(`${BASE}/examinfo/getScoreLevelMarks`, { examId })).status).toBe(403)
    const refused = await clerk.post(`${BASE}/examinfo/saveScoreLevelParams`, { examId, deployLevelParams: [] })
    expect(refused.status).toBe(403)
  })
})

describe('an exam by levels', () => {
  test('follows the raw total where its rule says so, and keeps the assigned one', async () => {
    await desk.post('examinfo/saveRule', { examId, ruleJson: { ...DEFAULT_RULE, totalBy: 'raw' } })
    await desk.run('examscorestudent/deployExamScoreLevel', { examId })
    expect(await applied()).toEqual([['外语', 1]])
    await desk.run('examinfo/execPackageExam', { examId })
    const totals = await linesOf('examscorestudent/list', { ascs: 'allRank' })
    expect(
      totals.map((one) => [one['studentNumber'], one['score'], one['totalScore'], one['levelTotalScore']]),
    ).toEqual([
      ['0102', 360, 360, 330],
      ['0101', 270, 270, 260],
      ['0103', 240, 240, 235],
      ['0201', 150, 150, 165],
    ])
  })

  test('takes the parameters of one course with their preview, and expires what stood on the old ones', async () => {
    await desk.setStatus(examId, 5)
    await desk.post('examinfo/saveRule', { examId, ruleJson: DEFAULT_RULE })
    const wrong = { examId, courseName: '语文', deployLevelParams: PARAM }
    const call = 'examScoreStudentCourseQuestion/deployExamScoreLevel'
    expect((await desk.post(call, wrong)).msg).toBe('参数是「外语」的，不是「语文」的')
    expect((await desk.post(call, { examId, courseName: '语文' })).msg).toBe('请先设置「语文」的等级赋分参数')
    const ended = await desk.run(call, { examId, courseName: '外语', deployLevelParams: { ...PARAM, options: {} } })
    // Levels are what they were: the total and all that follows it, bands and lines among it, are computed anew.
    expect(ended['text']).toMatch(/，1项无变化$/)
  })

  test('shows raw mark, grade, assigned mark and both totals, and ranks by the chosen one', async () => {
    await desk.run('examinfo/execPackageExam', { examId })
    await desk.post('examinfo/publishExam', { examId })
    const totals = await linesOf('examscorestudent/list', { ascs: 'allRank' }, school)
    expect(
      totals.map((one) => [one['studentNumber'], one['score'], one['totalScore'], one['levelTotalScore']]),
    ).toEqual([
      ['0102', 330, 360, 330],
      ['0101', 260, 270, 260],
      ['0103', 235, 240, 235],
    ])
    const [courses] = totals.slice(1).map((one) => one['courses'])
    expect(courses).toContainEqual({
      courseName: '外语',
      score: 80,
      levelName: 'C',
      levelScore: 70,
      objectiveScore: null,
      subjectiveScore: null,
      schoolRank: 3,
      scoreStatus: 0,
    })
    const papers = await linesOf('examscorestudentcourse/list', { courseName: '外语', levelName: 'D' })
    expect(papers.map((one) => [one['studentNumber'], one['score'], one['levelName'], one['levelScore']])).toEqual([
      ['0201', 40, 'D', 55],
    ])
  })

  test('says in every report how marks were assigned and which total it follows', async () => {
    const { data } = await desk.user.get(`${BASE}/statistics/queryStudentScore`, { examId })
    const [first] = data.records
    expect([first.totalScore, first['外语.score'], first['外语.levelName'], first['外语.levelScore']]).toEqual([
      330,
      130,
      'A',
      100,
    ])
    expect([first['语文.score'], first['语文.levelScore']]).toEqual([110, undefined])
    const ranked = await desk.user.get(`${BASE}/report/getScoreRankByStudent`, { examId, schoolCode: SCHOOLS[1]?.code })
    const [last] = ranked.data.records
    expect([last.totalScore, last['c3.score'], last['c3.levelName'], last['c3.levelScore']]).toEqual([165, 40, 'D', 55])
    const rate = await desk.user.get(`${BASE}/report/getOneScoreTwoRateBriefList`, { examId })
    expect(rate.msg).toBe('操作成功')
    expect(rate.data.basis).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^等级赋分（外语）：3\+1\+2（多数省份）；比例自高分累计；取最接近累计比例的分数/),
        '总分与名次按赋分总分，原始总分另列',
      ]),
    )
    const total = rate.data.records.find((one: Record<string, unknown>) => one['courseName'] === '总分')
    // 150 + 150 + 100 can be reached; 330 + 260 + 235 + 165 are 990, of four.
    expect([total.examScore, total.avgScore]).toEqual([400, 247.5])
  })
})
