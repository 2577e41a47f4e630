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
