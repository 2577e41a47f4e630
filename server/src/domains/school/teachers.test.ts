import { registry } from '@xueheng/contract'
import { basicTeacherCourse } from '@xueheng/contract/domains/school/basic-teacher-course.ts'
import { beforeAll, expect, test } from 'vitest'
import { type Client, useTestApp } from '../../../test/harness.ts'
import { type Row, RowMaker } from '../../../test/rows.ts'

const app = useTestApp({ ROLES: 'web' })
const BASE = '/api/bigdata-service'
let admin: Client
let maker: RowMaker
let klass: Row
let teacher: Row

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
  maker = new RowMaker(admin)
  klass = await maker.parent('schoolClasses')
  teacher = await maker.parent('basicTeacher')
})

async function assign(courseName: string, more: Row = {}): Promise<Row> {
  const { classCode } = klass
  const row = { studyYear: 2026, term: 1, classCode, courseName, teacherCode: teacher['teacherCode'], ...more }
  const { data } = await admin.post<Row>(`${BASE}/basicteachercourse/submit`, row)
  return data
}

test('an assignment takes school, grade and names from the class and the teacher, whatever is sent', async () => {
  const { id } = await assign('语文', { schoolCode: 'X', teacherName: '别人', className: '别班' })
  const { data } = await admin.get<Row>(`${BASE}/basicteachercourse/detail`, { id: String(id) })
  expect(data).toMatchObject({
    schoolCode: klass['schoolCode'],
    areaCode: klass['areaCode'],
    gradeCode: klass['gradeCode'],
    className: klass['className'],
    teacherName: teacher['teacherName'],
  })
  expect(Object.keys(data)).toEqual(expect.arrayContaining(Object.keys(basicTeacherCourse.fields)))
})

test('a teacher of two courses in one class is one line of the list of who teaches', async () => {
  await assign('数学', { isClassLeader: 1 })
  await assign('数学', { term: 2 })
  const { data } = await admin.get<{ records: Row[] }>(`${BASE}/basicteachercourse/listTeacher`, {
    studyYear_equal: 2026,
    term: 1,
  })
  const lines = data.records.filter((line) => line['teacherCode'] === teacher['teacherCode'])
  expect(lines).toMatchObject([{ term: 1, courseNames: '数学、语文', classNum: 1, isClassLeader: 1 }])
})

test('a teacher is found by number, with masked personal values; an unknown number answers nothing', async () => {
  const path = `${BASE}/teacher/teacher-info-by-code`
  const found = await admin.get<Row>(path, { teacherCode: String(teacher['teacherCode']) })
  expect(found.data).toMatchObject({ id: teacher['id'], teacherName: teacher['teacherName'] })
  expect((await admin.get(path, { teacherCode: 'nobody' })).data).toEqual({})
})

test('a school finds its own teachers only', async () => {
  const own = await app().user({
    role: 'school',
    schoolCode: String(teacher['schoolCode']),
    permissions: ['basicteacher_view', 'basicteachercourse_view'],
  })
  const other = await maker.create(registry.entity('basicSchool'))
  const stranger = await app().user({
    role: 'school',
    schoolCode: String(other['schoolCode']),
    permissions: ['basicteacher_view', 'basicteachercourse_view'],
  })
  const teacherCode = String(teacher['teacherCode'])
  for (const [client, count] of [
    [own, 1],
    [stranger, 0],
  ] as const) {
    const byCode = await client.get(`${BASE}/teacher/teacher-info-by-code`, { teacherCode })
    expect(Object.keys(byCode.data).length > 0).toBe(count > 0)
    const lines = await client.get<{ total: number }>(`${BASE}/basicteachercourse/listTeacher`, { term: 1 })
    expect(lines.data.total).toBe(count)
  }
})

test('a teacher of a school that was removed is changed once another school is named', async () => {
  const gone = await maker.create(registry.entity('basicSchool'))
  const { id } = await maker.create(registry.entity('basicTeacher'), { schoolCode: gone['schoolCode'] })
  expect((await admin.post(`${BASE}/basicschool/remove`, undefined, { ids: String(gone['id']) })).msg).toBe('操作成功')
  const rename = async (more: Row = {}) => {
    const before = (await admin.get<Row>(`${BASE}/basicteacher/detail`, { id: String(id) })).data
    const body = { id, updateTime: before['updateTime'], teacherName: '改名', ...more }
    const { msg, data } = await admin.post(`${BASE}/basicteacher/submit`, body)
    const after = (await admin.get<Row>(`${BASE}/basicteacher/detail`, { id: String(id) })).data
    return { msg, data: JSON.stringify(data), isChanged: after['teacherName'] !== before['teacherName'] }
  }
  const refused = await rename()
  expect(refused).toEqual({ msg: '学校不存在', data: expect.stringContaining('schoolCode'), isChanged: false })
  expect(await rename({ schoolCode: klass['schoolCode'] })).toMatchObject({ msg: '操作成功', isChanged: true })
})

test('a department lies where its school does, never under its own, and stays while it is in use', async () => {
  const path = `${BASE}/basicdepartment`
  const { schoolCode, areaCode } = klass
  const top = await admin.post<Row>(`${path}/submit`, { deptCode: 'D1', deptName: '教务处', schoolCode })
  expect(top.data).toMatchObject({ areaCode })
  const low = await admin.post<Row>(`${path}/submit`, { deptCode: 'D2', deptName: '高三组', parentCode: 'D1' })
  for (const parentCode of ['D1', 'D2']) {
    const answer = await admin.post(`${path}/submit`, { id: top.data['id'], parentCode })
    expect(answer.msg).toBe('上级部门不能是本部门或其下级')
  }
  const refused = await admin.post(`${path}/remove`, { ids: top.data['id'] })
  expect(refused.msg).toBe('部门下还有下级部门或教师，不能删除')
  const both = await admin.post(`${path}/remove`, { ids: `${String(top.data['id'])},${String(low.data['id'])}` })
  expect(both.code).toBe(200)
})
