import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Desk, openDesk } from '../../../test/fixtures/import-desk.ts'
import { ROSTER, SCHOOLS } from '../../../test/fixtures/import-fixture.ts'
import { newExam } from '../../../test/fixtures/new-exam.ts'
import { useTestApp } from '../../../test/harness.ts'

const program = useTestApp()
let desk: Desk
let examId = ''

beforeAll(async () => {
  desk = await openDesk(program())
  examId = await desk.addExam('参考学校')
  const { batchId } = await desk.send(examId, 'student', ROSTER)
  await desk.run('examimport/commit', { batchId })
})

interface School {
  schoolCode: string
  isBaseline: number
  studentBaseNum: number | null
}

async function schools(): Promise<School[]> {
  const { data } = await desk.user.get<School[]>('/api/bigdata-service/examinfo/findSchoolByExamId', { examId })
  return data
}

async function save(school: object): Promise<void> {
  expect((await desk.post('examinfo/saveSchoolParam', { examId, schools: [school] })).msg).toBe('操作成功')
}

test('a baseline school stays one until somebody says otherwise', async () => {
  const before = await schools()
  expect(before.map((one) => one.isBaseline)).toEqual(before.map(() => 0))
  const schoolCode = before[0]?.schoolCode
  const marked = async () => (await schools()).find((one) => one.schoolCode === schoolCode)?.isBaseline
  await save({ schoolCode, isBaseline: 1 })
  expect(await marked()).toBe(1)
  await save({ schoolCode, planNum: 9 })
  expect(await marked()).toBe(1)
  await save({ schoolCode, isBaseline: 0 })
  expect(await marked()).toBe(0)
})

test('schools of an exam have the base number of its school year', async () => {
  const { studyYear } = newExam('', [], {})
  const [first] = await schools()
  const { schoolCode } = first ?? {}
  for (const [year, num] of [
    [studyYear, 312],
    [Number(studyYear) - 1, 299],
  ])
    await desk.post('schoolParam/submit', { studyYear: year, schoolCode, studentBaseNum: num })
  const found = await schools()
  expect(found.map((one) => [one.schoolCode, one.studentBaseNum])).toEqual(
    found.map((one) => [one.schoolCode, one.schoolCode === schoolCode ? 312 : null]),
  )
})

test('a school takes part, in reports as well, unless somebody says otherwise; what is no number or text is left out', async () => {
  const [first, second] = SCHOOLS
  const row = async (schoolCode?: string) => (await schools()).find((one) => one.schoolCode === schoolCode)
  const code = second?.code
  await save({ schoolCode: code })
  const usual = { isJoin: 1, isInReport: 1, isBaseline: 0, planNum: null, schoolGroup: null, sort: 0 }
  expect(await row(code)).toMatchObject(usual)
  const told = { isJoin: 0, isInReport: '0', planNum: '12', schoolGroup: '组'.repeat(70), sort: '3' }
  await save({ schoolCode: code, ...told })
  const kept = { isJoin: 0, isInReport: 0, planNum: 12, schoolGroup: '组'.repeat(64), sort: 3 }
  expect(await row(code)).toMatchObject(kept)
  expect((await schools()).map((one) => one.schoolCode)).toEqual([first?.code, code])
  await save({ schoolCode: first?.code, sort: 4 })
  expect((await schools()).map((one) => one.schoolCode)).toEqual([code, first?.code])
  await save({ schoolCode: code, planNum: 'x', schoolGroup: 5, sort: 1.5 })
  expect(await row(code)).toMatchObject(usual)
})

test('every change of the schools makes what was computed out of date, and is logged', async () => {
  const version = async () =>
    (await desk.user.get('/api/bigdata-service/examinfo/detail', { id: examId })).data.dataVersion
  const before = await version()
  const [first] = await schools()
  await save({ schoolCode: first?.schoolCode, planNum: 1 })
  expect((await version()) - before).toBe(1)
  const { rows } = await sql`select new_values as values from operation_log where call = 'examInfo.saveSchoolParam'
    order by id desc limit 1`.execute(desk.db)
  expect(rows).toEqual([{ values: { schools: 1 } }])
})

describe('what an exam is not kept with, and stays as it was', () => {
  const stored = async () =>
    (
      await sql<object>`select e.*, (select jsonb_agg(to_jsonb(c) order by c.course_id) from exam_course c
        where c.exam_id = e.id) as courses, (select jsonb_agg(to_jsonb(s) order by s.school_code) from exam_school s
        where s.exam_id = e.id) as schools from exam_info e where id = ${examId}`.execute(desk.db)
    ).rows

  async function refused(call: string, body: object): Promise<[number, string]> {
    const before = await stored()
    const { status, msg } = await desk.post(`examinfo/${call}`, { examId, ...body })
    expect(await stored()).toEqual(before)
    return [status, msg]
  }

  const SHARES = '优秀、良好、及格、低分的比例应'
  test.each<[object, string]>([
    [{ excellentShare: 1.2 }, `${SHARES}在0到1之间`],
    [{ lowShare: 0 }, `${SHARES}在0到1之间`],
    [{ excellentShare: 0.5, goodShare: 0.6 }, `${SHARES}依次降低`],
    [{ composite: { kind: 'hundred', weights: [1, 2] } }, '综合值需要三个不为负的权重'],
    [{ composite: { kind: 'hundred', weights: [1, 2, -1] } }, '综合值需要三个不为负的权重'],
    [{ composite: { kind: 'hundred', weights: [1, 2, null] } }, '综合值需要三个不为负的权重'],
    [{ composite: { kind: 'hundred', weights: 'abc' } }, '综合值需要三个不为负的权重'],
    [{ composite: { kind: 'none', weights: [1, 1, 1] } }, '请选择综合值算法'],
    [{ rateBase: 'none' }, '请选择比率的分母'],
    [{ absentPolicy: 'none' }, '请选择缺考口径'],
    [{ totalBy: 'none' }, '请选择按赋分总分还是原始总分统计'],
    [{ sdType: 'none' }, '请选择标准差类型'],
    [{ paragraphStep: { total: 0, course: 10 } }, '分数段宽度应为1到200的整数'],
    [{ paragraphStep: { total: 10, course: 201 } }, '分数段宽度应为1到200的整数'],
    [{ frontNList: [] }, '前N名应为1到10个正整数'],
    [{ frontNList: [10, 0] }, '前N名应为1到10个正整数'],
    [{ frontNList: [1e99] }, '前N名应为1到10个正整数'],
    [{ frontNList: 'abc' }, '前N名应为1到10个正整数'],
    [{ frontNList: Array.from({ length: 11 }, (_none, at) => at + 1) }, '前N名应为1到10个正整数'],
  ])('a rule with %j', async (ruleJson, said) => {
    expect(await refused('saveRule', { ruleJson })).toEqual([400, said])
  })

  const course = (courseName: string, more: object = {}) => ({
    courseName,
    courseAlias: [],
    examScore: 150,
    isInTotal: 1,
    ...more,
  })
  test.each<[string, unknown, string]>([
    ['no list of courses', {}, '科目应为列表'],
    ['no course', [], '请至少设置一个科目'],
    ['too many courses', Array.from({ length: 31 }, (_none, at) => course(`科${at}`)), '科目不能超过30个'],
    ['a name twice', [course('语文'), course('数学', { courseAlias: ['语文'] })], '科目或别名「语文」重复'],
    ['a course without a name', [course('语文'), course('')], '第2个科目：请输入科目'],
    ['the total as a course', [course('总分')], '第1个科目：总分由系统计算，不能作为科目'],
    [
      'a line above the full mark',
      [course('语文', { excellentScore: 151 })],
      '语文：优秀、良好、及格、低分线应依次降低且不超过满分',
    ],
    [
      'lines that rise',
      [course('语文', { excellentScore: 90, goodScore: 100 })],
      '语文：优秀、良好、及格、低分线应依次降低且不超过满分',
    ],
  ])('%s', async (_name, courses, said) => {
    await desk.setStatus(examId, 0)
    expect(await refused('submitCourse', { courses })).toEqual([400, said])
  })

  test('a school that is not there, among others', async () => {
    await desk.setStatus(examId, 0)
    const [known] = await schools()
    const changed = { schoolCode: known?.schoolCode, planNum: 77 }
    const named = { schoolCode: 'NONE', schoolName: '没有的学校' }
    expect(await refused('saveSchoolParam', { schools: [changed, named] })).toEqual([400, '学校「没有的学校」不存在'])
    expect(await refused('saveSchoolParam', { schools: [{ schoolCode: 'NONE' }] })).toEqual([400, '学校「NONE」不存在'])
    expect(await refused('saveSchoolParam', { schools: [null] })).toEqual([400, '学校的第1项格式不正确'])
  })

  test('days the wrong way round, itself to compare with, schools that are no list, an opening without a reason', async () => {
    await desk.setStatus(examId, 0)
    const days = { id: examId, beginDate: '2026-03-02', endDate: '2026-03-01' }
    expect(await refused('submit', days)).toEqual([400, '结束日期不能早于开始日期'])
    expect(await refused('submit', { id: examId, prevExamId: examId })).toEqual([400, '对比考试不能是本次考试'])
    expect(await refused('saveSchoolParam', { schools: {} })).toEqual([400, '学校应为列表'])
    expect(await refused('sealExam', { isSealed: 0 })).toEqual([400, '请填写解封原因'])
    const removed = await desk.user.post('/api/bigdata-service/examinfo/remove', undefined, { ids: examId })
    expect([removed.status, removed.msg]).toEqual([409, '考试已有导入数据，请先清空考生和成绩'])
  })
})
