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
  expect((await user.post(`${LINKS}/submit`, body)).status).toBe(403)
  expect((await user.get(`${LINKS}/list`, { userId: user.userId })).status).toBe(403)
  const local = await app().user({
    role: 'school',
    schoolCode: String(school['schoolCode']),
    permissions: ['user_edit'],
  })
  expect((await local.post(`${LINKS}/submit`, { ...body, deptUscc: other['schoolCode'] })).status).toBe(403)
  const foreign = await app().user({ role: 'admin', tenantId: OTHER_TENANT })
  expect((await foreign.post(`${LINKS}/submit`, body)).status).toBe(404)
  expect((await foreign.post(`${LINKS}/remove`, undefined, { ids: made.data.id })).status).toBe(404)
  expect((await admin.post(`${LINKS}/submit`, { ...body, deptUscc: '' })).msg).toBe('请选择学校')
  expect((await admin.post(`${LINKS}/submit`, { ...body, classCodes: ['x'] })).msg).toBe('班级不属于该学校')
  const { userId, deptUscc, roleAlias } = body
  expect((await admin.post(`${USERS}/removeUserDeptRole`, undefined, { userId, deptUscc, roleAlias })).status).toBe(200)
  expect(await seen()).toBe(0)
  expect((await admin.post(`${USERS}/saveUserDeptRole`, body)).status).toBe(200)
  expect(await seen()).toBe(1)
})
