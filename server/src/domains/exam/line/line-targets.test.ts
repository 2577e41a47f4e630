import { beforeAll, describe, expect, test } from 'vitest'
import { computeExam } from '../../../../test/fixtures/computed-exam.ts'
import { type Desk, openDesk } from '../../../../test/fixtures/import-desk.ts'
import { SCHOOLS } from '../../../../test/fixtures/import-fixture.ts'
import { useTestApp } from '../../../../test/harness.ts'

const program = useTestApp()
const BASE = '/api/bigdata-service/examscoreline'
// Totals 360, 270, 240 in the first school, 150 in the second.
const SCORES = '考号,语文,数学,外语\n0101,100,90,80\n0102,110,120,130\n0103,70,80,90\n0201,60,50,40\n'
const LINE = { artsScience: '0', periodName: '一段线', lineMode: 2, lineNum: 2, courseMethod: 4, isMain: 1 }

let desk: Desk
let examId = ''
beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('目标')
  await computeExam(desk, examId, SCORES)
  await desk.post('examinfo/saveLineNumParams', { examId, listJSON: [LINE] })
  await desk.run('examscoreline/execLineNumProc', { examId })
  await desk.run('examinfo/execDataProgress', { examId })
  await desk.run('examinfo/execPackageExam', { examId })
})

/** 上线, 目标 and 完成率 of a report, row by row, totals behind. */
async function reached(call: string): Promise<unknown[]> {
  const { data, msg } = await desk.user.get(`${BASE}/${call}`, { examId })
  expect(msg).toBe('操作成功')
  return [...data.records, ...data.totals].map((row) =>
    ['onlineNum', 'targetNum', 'completionRate'].map((name) => row[`l1.${name}`]),
  )
}

async function aim(school: number, change: object) {
  const target = { examId, periodName: '一段线', schoolCode: SCHOOLS[school]?.code, ...change }
  return (await desk.post('examlinetarget/submit', target)).msg
}

describe('the students of a school year and the population', () => {
  const held = async (call: string) => {
    const { data } = await desk.user.get(`${BASE}/${call}`, { examId })
    return [...data.records, ...data.totals].map((row) => [row['l1.baseRate'], row['l1.perTenThousand']])
  }
  const none = [undefined, undefined]
  const keep = async (path: string, row: Record<string, unknown>) =>
    expect((await desk.post(path, row)).msg).toBe('操作成功')

  test('are no columns before they are known', async () => {
    expect(await held('findScoreLineStdnum')).toEqual([none, none, none])
  })

  test('are what those above a line are held against: of a school, and of an area once all its schools are known', async () => {
    const [first, second] = SCHOOLS.map(({ code }) => ({ schoolCode: code, studyYear: 2025 }))
    await keep('schoolParam/submit', { ...first, studentBaseNum: 8 })
    const known = [25, undefined]
    expect(await held('findScoreLineStdnum')).toEqual([known, none, none])
    await keep('basicStudentInSchool/submit', { ...second, gradeCode: '12', artsScience: '0', studentBaseNum: 4 })
    expect(await held('findScoreLineStdnum')).toEqual([known, [0, undefined], [16.67, undefined]])
    const { areaCodes } = (await desk.user.get('/api/bigdata-service/examinfo/detail', { id: examId })).data
    for (const areaCode of areaCodes)
      await keep('examAreaParam/submit', { areaCode, studyYear: 2025, population: '0.64' })
    const everyone = 2 / (0.64 * areaCodes.length)
    const [one, other, all] = await held('findScoreLineStdnumByArea')
    expect([one, other]).toEqual([
      [25, 3.13],
      [0, 0],
    ])
    expect(all).toEqual([16.67, Math.round(everyone * 100) / 100])
    expect(await held('findScoreLineStdnumByClass')).toEqual([none, none, none, none])
  })

  test('are those of the grade before those of the school, and streams add up', async () => {
    const place = { schoolCode: SCHOOLS[0]?.code, studyYear: 2025, gradeCode: '12' }
    await keep('basicStudentInSchool/submit', { ...place, artsScience: '1', studentBaseNum: 12 })
    await keep('basicStudentInSchool/submit', { ...place, artsScience: '2', studentBaseNum: 8 })
    expect((await held('findScoreLineStdnum'))[0]?.[0]).toBe(10)
  })
})

describe('the targets of an exam', () => {
  test('are no columns before there are some', async () => {
    expect(await reached('findScoreLineStdnum')).toEqual([
      [2, undefined, undefined],
      [0, undefined, undefined],
      [2, undefined, undefined],
    ])
  })

  test('stand beside what was reached, for an area and everyone as the sum of the schools', async () => {
    expect([await aim(0, { targetNum: 3 }), await aim(1, { targetNum: 1 })]).toEqual(['操作成功', '操作成功'])
    const whole = [2, 4, 50]
    expect(await reached('findScoreLineStdnum')).toEqual([[2, 3, 66.67], [0, 1, 0], whole])
    expect(await reached('findScoreLineStdnumByArea')).toEqual([[2, 3, 66.67], [0, 1, 0], whole])
    const none = (num: number) => [num, null, null]
    expect(await reached('findScoreLineStdnumByClass')).toEqual([none(2), none(0), none(0), whole])
  })

  test('name a line of the exam', async () => {
    expect(await aim(0, { periodName: '二段线', targetNum: 1 })).toBe('考试没有档次「二段线」，只有一段线')
  })

  test('are set by the bureau, and a school sees its own', async () => {
    await desk.setStatus(examId, 7)
    const clerk = await program().user({
      role: 'school',
      schoolCode: SCHOOLS[1]?.code ?? '',
      permissions: ['examlinetarget_view', 'examlinetarget_edit', 'examlinetarget_add', 'examinfo_view'],
    })
    const { data } = await clerk.get('/api/bigdata-service/examlinetarget/list', { examId })
    expect(data.records.map((row: { targetNum: number }) => row.targetNum)).toEqual([1])
    const own = { examId, periodName: '一段线', schoolCode: SCHOOLS[1]?.code, targetNum: 9 }
    expect((await clerk.post('/api/bigdata-service/examlinetarget/submit', own)).status).toBe(403)
  })

  test('of a sealed exam stay as they are', async () => {
    await desk.setStatus(examId, 9)
    expect(await aim(0, { targetNum: 4 })).toMatch(/已封存/)
  })
})
