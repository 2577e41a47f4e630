import { defineCall } from '../../kit/call.ts'
import { BASE_FIELDS, defineEntity } from '../../kit/entity.ts'
import { dict, json, ref, text } from '../../kit/field.ts'

/**
 * 用户在哪个单位以什么身份工作；角色的数据范围落在这些单位上。学校管理员只看到和维护自己学校的。
 * 列表和表单由它画出，读写是下面手写的调用。
 */ // inferred
export const userUnit = defineEntity('userDeptRole', {
  title: '用户单位',
  service: 'bigdata-service',
  path: 'user_dept_role',
  table: 'user_dept_role',
  permission: 'userunit',
  fields: {
    roleAlias: dict('身份', 'unit_role', { required: true }),
    areaCode: dict('县区', 'exam_area', { help: '县区管理员必填' }),
    deptUscc: ref('学校', 'basicSchool', { tree: true, value: 'schoolCode', help: '学校管理员、教师必填' }),
    classCodes: ref('班级', 'schoolClasses', { multiple: true, value: 'classCode', help: '教师任教的班级' }),
  },
})

const link = {
  id: text('主键', { required: true }),
  userId: text('用户', { required: true }),
  ...userUnit.fields,
  classCodes: json<string[]>('班级'),
  schoolName: text('学校名称', { required: true }),
  account: text('账号', { required: true }),
  name: text('姓名', { required: true }),
  ...BASE_FIELDS,
}

const LINKS = '/api/bigdata-service/user_dept_role'
const USERS = '/api/bigdata-service/sys_user'
const view = { permission: 'userunit_view' }
const edit = { permission: 'userunit_edit' }
const userId = text('用户', { required: true, length: 20 })
const roleAlias = text('角色别名', { length: 64 })
const deptUscc = text('学校代码', { length: 18 })

export const unitList = defineCall('userUnit.list', {
  method: 'GET',
  path: `${LINKS}/list`,
  title: '用户的单位',
  access: view,
  input: { userId },
  output: link,
  answer: 'page',
})

export const unitDetail = defineCall('userUnit.detail', {
  method: 'GET',
  path: `${LINKS}/detail`,
  title: '用户单位详情',
  access: view,
  input: { id: text('主键', { required: true }) },
  output: link,
})

export const unitSubmit = defineCall('userUnit.submit', {
  method: 'POST',
  path: `${LINKS}/submit`,
  aliases: [`${USERS}/saveUserDeptRole`],
  title: '保存用户单位',
  access: edit,
  input: {
    id: text('主键'),
    userId: text('用户', { length: 20 }),
    roleAlias: dict('身份', 'unit_role'),
    deptUscc,
    areaCode: dict('县区', 'exam_area'),
    classCodes: ref('班级', 'schoolClasses', { multiple: true, value: 'classCode' }),
  },
  output: link,
})

export const unitRemove = defineCall('userUnit.remove', {
  method: 'POST',
  path: `${LINKS}/remove`,
  title: '删除用户单位',
  access: { permission: 'userunit_delete' },
  input: { ids: text('主键', { length: 100_000 }) },
  answer: 'status',
})

export const unitRemoveBy = defineCall('userUnit.removeUserDeptRole', {
  method: 'POST',
  path: `${USERS}/removeUserDeptRole`,
  title: '解除用户单位',
  access: { permission: 'userunit_delete' },
  input: { userId, deptUscc: text('学校代码', { required: true, length: 18 }), roleAlias },
  answer: 'status',
})

export const unitAliases = defineCall('userUnit.getUserDeptRoleAliasList', {
  method: 'GET',
  path: `${USERS}/getUserDeptRoleAliasList`,
  title: '用户的单位与身份',
  access: view,
  input: { userId },
  output: link,
  answer: 'list',
})

export const schoolsOfUser = defineCall('userUnit.getSchoolListByUserIdAndRole', {
  method: 'GET',
  path: `${USERS}/getSchoolListByUserIdAndRole`,
  title: '用户以某身份工作的学校',
  access: view,
  input: { userId, roleAlias },
  output: { schoolCode: text('学校代码'), schoolName: link.schoolName, roleAlias: link.roleAlias },
  answer: 'list',
})

/** `id` 是学校的主键或代码。 */
export const schoolAdmins = defineCall('userUnit.getSchoolAdminList', {
  method: 'GET',
  path: `${LINKS}/getSchoolAdminList/:id`,
  title: '学校管理员',
  access: view,
  input: { id: text('学校', { required: true, length: 20 }) },
  output: link,
  answer: 'list',
})
