import { beforeAll, expect, test } from 'vitest'
import { registry } from '@xueheng/contract'
import { type Client, useTestApp } from '../../../test/harness.ts'
import { type Row, RowMaker } from '../../../test/rows.ts'

const app = useTestApp({ ROLES: 'web' })
const BASE = '/api/bigdata-service'
let admin: Client
let maker: RowMaker
beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  maker = new RowMaker(admin)
})

test.each([
  ['1', '7', '年级与学段不符'],
  ['2', '12', '年级与学段不符'],
  ['4', '10', '新增成功'],
  ['3', '10', '新增成功'],
])('a course of stage %s in grade %s: %s', async (stage, gradeCode, said) => {
  const row = { stage, gradeCode, courseName: '语文', examScore: 150 }
  const { code, msg } = await admin.post(`${BASE}/basicGradeCourse/submit`, row)
  expect(code === 200 ? '新增成功' : msg).toBe(said)
})

test('the number of students lies in the area of its school, once for each grade and stream', async () => {
  const school = await maker.parent('basicSchool')
  const row = {
    studyYear: 2026,
    schoolCode: school['schoolCode'],
    gradeCode: '12',
    artsScience: '2',
    studentBaseNum: 40,
  }
  const { data } = await admin.post<Row>(`${BASE}/basicStudentInSchool/submit`, { ...row, areaCode: 'X' })
  expect(data).toMatchObject({ areaCode: school['areaCode'], studentBaseNum: 40 })
  expect((await admin.post(`${BASE}/basicStudentInSchool/submit`, row)).code).not.toBe(200)
  expect((await admin.post(`${BASE}/basicStudentInSchool/submit`, { ...row, artsScience: '1' })).code).toBe(200)
})

test('a school sees and changes its own numbers only; the courses of grades are the same for all', async () => {
  const other = await maker.create(registry.entity('basicSchool'))
  const permissions = ['view', 'add', 'edit'].flatMap((one) => [
    `basicstudentinschool_${one}`,
    `basicgradecourse_${one}`,
  ])
  const user = await app().user({ role: 'school', schoolCode: String(other['schoolCode']), permissions })
  const seen = await user.get<{ total: number }>(`${BASE}/basicStudentInSchool/list`)
  expect(seen.data.total).toBe(0)
  const school = await maker.parent('basicSchool')
  const foreign = { studyYear: 2025, schoolCode: school['schoolCode'], gradeCode: '12', studentBaseNum: 1 }
  expect((await user.post(`${BASE}/basicStudentInSchool/submit`, foreign)).code).not.toBe(200)
  const own = { ...foreign, schoolCode: other['schoolCode'] }
  expect((await user.post(`${BASE}/basicStudentInSchool/submit`, own)).code).toBe(200)
  expect((await user.get<{ total: number }>(`${BASE}/basicGradeCourse/list`)).data.total).toBeGreaterThan(0)
})

test('a school with pupils stays, and so does a class; both go once the pupils have', async () => {
  const school = await maker.create(registry.entity('basicSchool'))
  const { schoolCode } = school
  const klass = await maker.create(registry.entity('schoolClasses'), { schoolCode })
  const { classCode, gradeCode, stage, enterYear } = klass
  const pupil = await maker.create(registry.entity('basicStudent'), {
    schoolCode,
    classCode,
    gradeCode,
    stage,
    enterYear,
  })
  const remove = (path: string, row: Row) => admin.post(`${BASE}/${path}/remove`, undefined, { ids: row['id'] })
  expect(await remove('basicschool', school)).toMatchObject({
    status: 400,
    msg: '学校下还有学生，不能删除；不再使用请封存',
  })
  expect(await remove('school_classes', klass)).toMatchObject({ status: 400, msg: '班级下还有学生，不能删除' })
  expect((await remove('basicstudent', pupil)).msg).toBe('操作成功')
  expect((await remove('school_classes', klass)).msg).toBe('操作成功')
  expect((await remove('basicschool', school)).msg).toBe('操作成功')
})

test('the area of a school is moved by nobody of the school', async () => {
  const school = await maker.create(registry.entity('basicSchool'))
  const schoolCode = String(school['schoolCode'])
  const permissions = ['basicschool_view', 'basicschool_edit']
  const head = await app().user({ role: 'school', schoolCode, permissions })
  const { data: areas } = await admin.get<Row[]>('/api/blade-system/dict-biz/dictionary', { code: 'exam_area' })
  const other = areas.find(({ dictKey }) => dictKey !== school['areaCode'])
  const move = (user: Client) =>
    user.post(`${BASE}/basicschool/submit`, {
      id: school['id'],
      updateTime: school['updateTime'],
      areaCode: other?.['dictKey'],
    })
  expect(await move(head)).toMatchObject({
    status: 403,
    msg: '学校所属县区由县区或市级用户修改',
    data: { problems: [{ field: 'areaCode' }] },
  })
  expect((await move(admin)).msg).toBe('操作成功')
})

test.each([
  ['no grade', { gradeCode: 13, classNum: 1 }],
  ['no class', { gradeCode: 10, classNum: 0 }],
  ['more classes than have numbers', { gradeCode: 10, classNum: 1, startNo: 100 }],
  ['half a class', { gradeCode: 10, classNum: 1.5 }],
  ['nothing', null],
])('classes are not made of %s', async (_name, line) => {
  const schoolCode = String((await maker.parent('basicSchool'))['schoolCode'])
  const count = async () => (await admin.get(`${BASE}/school_classes/list`, { schoolCode })).data.total
  const before = await count()
  const lines = [{ gradeCode: 10, classNum: 3, startNo: 80 }, line]
  const { status, msg } = await admin.post(`${BASE}/school_classes/initClasses/${schoolCode}/2026`, lines)
  expect([status, msg]).toEqual([400, '第2行：年级、班级数或起始班号不正确'])
  expect(await count()).toBe(before)
})
