import { registry } from '@xueheng/contract'
import { expect, test } from 'vitest'
import { OTHER_TENANT, useTestApp } from '../../../test/harness.ts'
import { RowMaker } from '../../../test/rows.ts'

const app = useTestApp()
const LINKS = '/api/bigdata-service/user_dept_role'
const USERS = '/api/bigdata-service/sys_user'

test('a school tied to a user is seen with the next request, until it is untied', async () => {
  const admin = await app().user({ role: 'administrator' })
  const maker = new RowMaker(admin)
  const school = await maker.create(registry.entity('basicSchool'))
  const other = await maker.create(registry.entity('basicSchool'))
  const user = await app().user({ role: 'school' })
  const seen = async () => (await user.get('/api/bigdata-service/basicschool/list')).data?.total
  expect(await seen()).toBe(0)
  const body = { userId: user.userId, deptUscc: school['schoolCode'], roleAlias: 'school' }
  const made = await admin.post(`${LINKS}/submit`, body)
  expect(made.data).toMatchObject({ ...body, schoolName: school['schoolName'], classCodes: [] })
  expect(await seen()).toBe(1)
  expect((await admin.get(`${USERS}/getUserDeptRoleAliasList`, { userId: user.userId })).data).toMatchObject([body])
  const schools = { userId: user.userId, roleAlias: 'school' }
  expect((await admin.get(`${USERS}/getSchoolListByUserIdAndRole`, schools)).data).toMatchObject([
    { schoolCode: school['schoolCode'] },
  ])
  for (const id of [school['id'], school['schoolCode']]) {
    expect((await admin.get(`${LINKS}/getSchoolAdminList/${String(id)}`)).data).toMatchObject([{ userId: user.userId }])
  }
  const teacher = await app().user({ role: 'teacher' })
  expect((await teacher.post(`${LINKS}/submit`, body)).status).toBe(403)
  expect((await teacher.get(`${LINKS}/list`, { userId: user.userId })).status).toBe(403)
  const local = await app().user({
    role: 'school',
    schoolCode: String(school['schoolCode']),
    permissions: ['userunit_edit'],
  })
  expect((await local.post(`${LINKS}/submit`, { ...body, deptUscc: other['schoolCode'] })).status).toBe(403)
  // Who looks after one school makes nobody somebody of an area, whatever else the link says.
  const area = { userId: user.userId, roleAlias: 'area', areaCode: school['areaCode'] }
  for (const own of [area, { ...area, deptUscc: school['schoolCode'] }])
    expect(await local.post(`${LINKS}/submit`, own)).toMatchObject({ status: 403, msg: '请求被拒绝' })
  const { data: areas } = await admin.get('/api/blade-system/dict-biz/dictionary', { code: 'exam_area' })
  const elsewhere = areas.find(({ dictKey }: { dictKey: string }) => dictKey !== school['areaCode'])
  const strange = { ...body, areaCode: elsewhere.dictKey }
  expect(await local.post(`${LINKS}/submit`, strange)).toMatchObject({ status: 403, msg: '请求被拒绝' })
  expect((await admin.get(`${USERS}/getUserDeptRoleAliasList`, { userId: user.userId })).data).toHaveLength(1)
  const foreign = await app().user({ role: 'admin', tenantId: OTHER_TENANT })
  expect((await foreign.post(`${LINKS}/submit`, body)).status).toBe(404)
  expect((await foreign.post(`${LINKS}/remove`, undefined, { ids: made.data.id })).status).toBe(404)
  expect((await admin.post(`${LINKS}/submit`, { ...body, deptUscc: '' })).msg).toBe('请选择学校')
  expect((await admin.post(`${LINKS}/submit`, { ...body, deptUscc: 'nowhere' })).msg).toBe('学校不存在')
  expect((await admin.post(`${LINKS}/submit`, { ...body, roleAlias: '' })).msg).toBe('请选择身份')
  expect((await admin.post(`${LINKS}/submit`, { ...body, roleAlias: 'area' })).msg).toBe('请选择县区')
  expect((await admin.post(`${LINKS}/submit`, { ...body, classCodes: ['x'] })).msg).toBe('班级不属于该学校')
  const { userId, deptUscc, roleAlias } = body
  expect((await admin.post(`${USERS}/removeUserDeptRole`, undefined, { userId, deptUscc, roleAlias })).status).toBe(200)
  expect(await seen()).toBe(0)
  expect((await admin.post(`${USERS}/saveUserDeptRole`, body)).status).toBe(200)
  expect(await seen()).toBe(1)
})

test('a school administrator looks after the accounts of the own school only', async () => {
  const admin = await app().user({ role: 'admin' })
  const { data } = await admin.get('/api/bigdata-service/basicschool/list')
  const [own, other] = data.records
  const [ownCode, otherCode] = [String(own.schoolCode), String(other.schoolCode)]
  const head = await app().user({ role: 'school', schoolCode: ownCode })
  const colleague = await app().user({ role: 'school' })
  const { userId } = colleague
  const link = (deptUscc: string) => ({ userId, deptUscc, roleAlias: 'school' })

  const foreign = await admin.post(`${LINKS}/submit`, link(otherCode))
  expect(foreign.status).toBe(200)
  expect((await head.get(`${LINKS}/getSchoolAdminList/${otherCode}`)).data).toEqual([])
  expect((await head.get(`${LINKS}/list`, { userId })).data.records).toEqual([])
  expect((await head.get(`${LINKS}/detail`, { id: foreign.data.id })).data).toEqual({})
  expect((await head.get(`${USERS}/getSchoolListByUserIdAndRole`, { userId })).data).toEqual([])
  expect((await head.post(`${LINKS}/submit`, link(otherCode))).status).toBe(403)
  expect((await head.post(`${LINKS}/submit`, { id: foreign.data.id, deptUscc: ownCode })).status).toBe(403)
  expect((await head.post(`${LINKS}/remove`, undefined, { ids: foreign.data.id })).status).toBe(403)

  // Who works elsewhere, too, is beyond a school: its administrator neither ties nor unties him.
  const beyond = await head.post(`${LINKS}/submit`, link(ownCode))
  expect([beyond.status, beyond.msg]).toEqual([403, expect.stringContaining(`单位「${other.schoolName}」`)])
  expect((await admin.post(`${LINKS}/remove`, undefined, { ids: foreign.data.id })).status).toBe(200)
  const made = await head.post(`${LINKS}/submit`, link(ownCode))
  expect(made.data).toMatchObject(link(ownCode))
  const seen = (await head.get(`${LINKS}/getSchoolAdminList/${ownCode}`)).data
  expect(seen.map((one: { userId: string }) => one.userId).slice(-2)).toEqual([head.userId, userId])
  expect((await head.get(`${USERS}/getUserDeptRoleAliasList`, { userId })).data).toMatchObject([link(ownCode)])
  expect((await colleague.get('/api/bigdata-service/basicschool/list')).data.total).toBe(1)
  // Nor does he tie somebody to the area of another school.
  const area = { userId, deptUscc: ownCode, roleAlias: 'school', areaCode: 'elsewhere' }
  expect((await head.post(`${LINKS}/submit`, area)).status).not.toBe(200)
  expect((await head.post(`${LINKS}/remove`, undefined, { ids: made.data.id })).status).toBe(200)
  expect((await head.get(`${LINKS}/getSchoolAdminList/${ownCode}`)).data).toHaveLength(seen.length - 1)
})
