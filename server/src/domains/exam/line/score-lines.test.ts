import type { LineParam } from '@xueheng/contract/domains/exam/line/line-calls.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { computeExam } from '../../../../test/fixtures/computed-exam.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { useTestApp } from '../../../../test/harness.ts'

const program = useTestApp()
const BASE = '/api/bigdata-service/examscoreline'
// Totals 360, 270, 240, 150.
const SCORES = '考号,语文,数学,外语\n0101,100,90,80\n0102,110,120,130\n0103,70,80,90\n0201,60,50,40\n'

let desk: Desk
let examId = ''
beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('划线')
  await computeExam(desk, examId, SCORES)
})

const PARAM: LineParam = {
  artsScience: '0',
  periodName: '一段线',
  lineMode: 2,
  lineNum: 2,
  lineShare: null,
  lineScore: null,
  tieMode: 'atLeast',
  courseMethod: 4,
  criticalTotal: 30,
  criticalCourse: null,
  isMain: 1,
}

async function save(...listJSON: Partial<LineParam>[]): Promise<string> {
  return (await desk.post('examinfo/saveLineNumParams', { examId, listJSON })).msg
}

/** 档次, 总分线, 上线人数 and the lines of the courses. */
async function lines(): Promise<unknown[]> {
  const found: { periodName: string; lineScore: number; actualNum: number; courses: { lineScore: number }[] }[] = (
    await desk.user.get(`${BASE}/findScoreLine`, { examId })
  ).data
  return found.map((one) => [
    one.periodName,
    one.lineScore,
    one.actualNum,
    one.courses.map(({ lineScore }) => lineScore),
  ])
}

async function version(): Promise<number> {
  return (await desk.user.get('/api/bigdata-service/examinfo/detail', { id: examId })).data.dataVersion
}

async function row(courseName: string): Promise<{ id: string; lineMode: number }> {
  const filter = { examId, courseName, periodName: '一段线' }
  const found: { records: { id: string; lineMode: number }[] } = (await desk.user.get(`${BASE}/list`, filter)).data
  return found.records[0]!
}

describe('line parameters', () => {
  test.each([
    [{ lineMode: 2, lineNum: null }, '第1条「一段线」：请填写计划人数'],
    [{ lineMode: 3, lineShare: null }, '第1条「一段线」：请填写上线比例'],
    [{ lineMode: 1, lineScore: null }, '第1条「一段线」：请填写分数线'],
    [{ lineMode: 4 }, '第1条「一段线」：总分线只能人工、按人数或按比例划'],
    [{ courseMethod: 2 }, '第1条「一段线」：单科线只能用比值法、同比例或窗口法'],
    [{ tieMode: 'most' }, '第1条「一段线」：并列只能是 atLeast、atMost、nearest'],
    [{ lineShare: 1.5 }, expect.stringContaining('第1条：')],
  ])('%o are refused', async (change, message) => {
    expect(await save({ ...PARAM, ...change })).toEqual(message)
  })

  test('of one period given twice are refused', async () => {
    expect(await save(PARAM, PARAM)).toBe('档次「一段线」在同一科类里重复')
  })

  test('are needed before lines are drawn', async () => {
    expect((await desk.post('examscoreline/execLineNumProc', { examId })).msg).toBe('请先设置划线参数')
  })

  test('come back as a client of this family was told them, -1 where there is no number', async () => {
    const told = { ...PARAM, lineMode: 3, lineNum: -1, lineShare: 0.5 }
    expect(await save(told)).toBe('操作成功')
    const kept: { lineNum: number | null; lineShare: number }[] = (
      await desk.user.get('/api/bigdata-service/examinfo/getLineNumParams', { examId })
    ).data
    expect(kept.map(({ lineNum, lineShare }) => [lineNum, lineShare])).toEqual([[null, 0.5]])
  })
})

describe('a line nobody reaches', () => {
  test('is drawn, named with its mark, and counts nobody; the other line stays', async () => {
    const empty = { ...PARAM, periodName: '特控线', lineMode: 1, lineNum: null, lineScore: 400 }
    expect(await save(empty, { ...PARAM, isMain: 0 })).toBe('操作成功')
    const job = await desk.run('examscoreline/execLineNumProc', { examId })
    expect(job['text']).toContain('没有考生达到：「特控线」400 分')
    const [first, second] = await lines()
    expect(first).toEqual(['特控线', 400, 0, expect.anything()])
    expect(second).toEqual(['一段线', 270, 2, [90, 90, 90]])
  })

  test('above the full mark is refused with its place, and nothing is kept of it', async () => {
    const high = { ...PARAM, periodName: '特控线', lineMode: 1, lineNum: null, lineScore: 451 }
    expect(await save(PARAM, high)).toBe('第2条「特控线」：分数线不能高于满分 450')
    expect((await lines())[0]).toEqual(['特控线', 400, 0, expect.anything()])
  })
})

describe('drawing lines', () => {
  test('by number and share gives the marks of the total and of every course', async () => {
    expect(await save(PARAM, { ...PARAM, periodName: '二段线', lineMode: 3, lineShare: 0.6, courseMethod: 5 })).toBe(
      '操作成功',
    )
    await desk.run('examscoreline/execLineNumProc', { examId })
    // 270 × 210 / 630 = 90 in each course; three fifths of four are three, and each course's third best is its line.
    expect(await lines()).toEqual([
      ['一段线', 270, 2, [90, 90, 90]],
      ['二段线', 240, 3, [70, 80, 80]],
    ])
    const names = await desk.user.get(`${BASE}/findPeriodNameLine`, { examId })
    expect(names.data).toEqual([{ periodName: '一段线' }, { periodName: '二段线' }])
    const [second] = (await desk.user.get(`${BASE}/findLineByPeriodName`, { periodName: '二段线', examId })).data
    expect(second).toMatchObject({ examId, lineScore: 240, lineNum: 3, criticalLow: 210, criticalHigh: 270 })
  })

  test('keeps a course line that was typed by hand', async () => {
    const before = await version()
    const { id } = await row('数学')
    expect((await desk.post('examscoreline/submit', { id, lineScore: 85 })).msg).toBe('操作成功')
    expect((await version()) - before).toBe(1)
    await desk.run('examscoreline/execLineNumProc', { examId })
    expect(await lines()).toEqual([
      ['一段线', 270, 2, [90, 85, 90]],
      ['二段线', 240, 3, [70, 80, 80]],
    ])
    expect(await row('数学')).toMatchObject({ id, lineMode: 1 })
  })

  test('by a total line typed by hand makes it a parameter', async () => {
    const { id } = await row('总分')
    await desk.post('examscoreline/submit', { id, lineScore: 300 })
    const [first] = (await desk.user.get('/api/bigdata-service/examinfo/getLineNumParams', { examId })).data
    expect(first).toMatchObject({ periodName: '一段线', lineMode: 1, lineScore: 300, lineNum: null })
    await desk.run('examscoreline/execLineNumProc', { examId })
    expect((await lines())[0]).toEqual(['一段线', 300, 1, [91.7, 85, 108.3]])
  })

  test('above the full mark or in no course of the exam is refused', async () => {
    const { id } = await row('总分')
    expect((await desk.post('examscoreline/submit', { id, lineScore: 451 })).msg).toBe('分数线不能高于满分 450')
    const typed = { examId, periodName: '一段线', courseName: '音乐', lineScore: 1 }
    expect((await desk.post('examscoreline/submit', typed)).msg).toBe('考试没有科目「音乐」')
    const unknown = { examId, periodName: '三段线', courseName: '语文', lineScore: 1 }
    expect((await desk.post('examscoreline/submit', unknown)).msg).toBe('请先设置「三段线」的总分线')
  })

  test('of a course goes alone when it is removed, and the run draws it again', async () => {
    const before = await version()
    const { id } = await row('数学')
    expect((await desk.user.post(`${BASE}/remove`, undefined, { ids: id })).msg).toBe('操作成功')
    expect((await version()) - before).toBe(1)
    expect(await lines()).toEqual([
      ['一段线', 300, 1, [91.7, 108.3]],
      ['二段线', 240, 3, [70, 80, 80]],
    ])
    const params = await desk.user.get('/api/bigdata-service/examinfo/getLineNumParams', { examId })
    expect(params.data).toHaveLength(2)
    await desk.run('examscoreline/execLineNumProc', { examId })
    expect((await lines())[0]).toEqual(['一段线', 300, 1, [91.7, 100, 108.3]])
  })

  test('is typed up to the full mark, in courses and streams of their own', async () => {
    const stream = { examId, artsScience: '1', periodName: '一段线' }
    const type = async (line: object) => (await desk.post('examscoreline/submit', { ...stream, ...line })).msg
    expect(await type({ courseName: '语文', lineScore: 90 })).toBe('请先设置「一段线」的总分线')
    expect(await type({ courseName: '总分', lineScore: 450 })).toBe('操作成功')
    expect(await type({ courseName: '语文', lineScore: 150 })).toBe('操作成功')
    expect(await lines()).toContainEqual(['一段线', 450, null, [150]])
    const params = await desk.user.get('/api/bigdata-service/examinfo/getLineNumParams', { examId })
    expect(params.data.at(-1)).toMatchObject({
      artsScience: '1',
      periodName: '一段线',
      lineMode: 1,
      lineScore: 450,
      isMain: 0,
    })
    const { data } = await desk.user.get(`${BASE}/list`, { ...stream, courseName: '总分' })
    await desk.user.post(`${BASE}/remove`, undefined, { ids: data.records[0].id })
    expect((await lines()).map((line) => (line as unknown[])[1])).toEqual([300, 240])
  })

  test('no more after a total line was removed takes its course lines along', async () => {
    const { id } = await row('总分')
    await desk.user.post(`${BASE}/remove`, undefined, { ids: id })
    expect(await lines()).toEqual([['二段线', 240, 3, [70, 80, 80]]])
    await desk.run('examscoreline/execLineNumProc', { examId })
    expect(await lines()).toEqual([['二段线', 240, 3, [70, 80, 80]]])
  })
})

test('other lines leave the steps that read none of them as they are', async () => {
  await desk.run('examinfo/execDataProgress', { examId })
  await save({ ...PARAM, lineNum: 3 })
  expect(await desk.run('examinfo/execDataProgress', { examId })).toMatchObject({
    text: expect.stringMatching(/^完成2项，/),
  })
})

test('the marks to try a line on are cumulative per school, in half points', async () => {
  const { data } = await desk.user.get(`${BASE}/distribution`, { examId })
  expect(data).toMatchObject({
    fullScore: 450,
    schools: [
      { halves: [720, 540, 480], reached: [1, 2, 3] },
      { halves: [300], reached: [1] },
    ],
  })
  const course = await desk.user.get(`${BASE}/distribution`, { examId, courseName: '语文', artsScience: '2' })
  expect(course.data).toEqual({ fullScore: 150, schools: [] })
  const both = await desk.user.get(`${BASE}/distribution`, { examId, courseName: '语文', totalLine: 270 })
  expect(both.data.schools).toMatchObject([{ halves: [220, 200], reached: [1, 2] }])
  const strange = await desk.user.get(`${BASE}/distribution`, { examId, artsScience: '9'.repeat(30) })
  expect(strange.data.schools).toEqual([])
  const none = await desk.user.get(`${BASE}/distribution`, { examId, courseName: '音乐' })
  expect([none.status, none.msg]).toEqual([400, '考试没有科目「音乐」'])
})

test('an exam out of sight has no lines', async () => {
  const stranger = await program().user({ role: 'school' })
  expect((await stranger.get(`${BASE}/findScoreLine`, { examId })).status).toBe(404)
  const { data } = await stranger.get(`${BASE}/list`, { examId })
  expect(data.records).toEqual([])
})
