import { BACKGROUND_INPUT } from '../../derive/crud-calls.ts'
import { defineCall } from '../../kit/call.ts'
import { integer, text } from '../../kit/field.ts'
import { importCalls, importKept } from '../../platform/table-import.ts'
import { user, userPage } from './user.ts'

const BASE = '/api/blade-user'
const ALIAS = '/api/blade-system/user'
const permission = 'user_add'

const tenantId = text('租户编号', { length: 12 })
const asked = { isCovered: integer('覆盖已有账号', { min: 0, max: 1 }), tenantId }

function paths(segment: string): { path: string; aliases: string[] } {
  return { path: `${BASE}/${segment}`, aliases: [`${ALIAS}/${segment}`] }
}

/** 新账号的密码是初始密码。 */
export const userImports = importCalls('user', {
  title: '用户',
  paths,
  permission,
  asked,
  templateOf: { tenantId },
  stepUp: true,
})

/** 一步导入；全部导入或全部不导入。 */
export const userImport = defineCall('user.importUser', {
  method: 'POST',
  ...paths('import-user'), // inferred
  title: '导入用户',
  access: { permission },
  body: 'upload',
  stepUp: true,
  input: asked,
  output: importKept,
})

const exporting = defineCall('user.exportUser', {
  method: 'GET',
  ...paths('export-user'), // inferred
  title: '导出用户',
  access: { permission: 'user_view' },
  stepUp: true,
  input: { ...userPage.input, reason: text('导出理由', { length: 200 }), ...BACKGROUND_INPUT },
  answer: 'file',
})

/** 列表在同样条件下的全部用户。 */
export const userExport = { ...exporting, fields: userPage.fields }

export const userImportCalls = [...Object.values(userImports), userImport, userExport]

/** 工作簿的列：标题是表头，`also` 是也认得的写法。 */
export const USER_COLUMNS = [
  { key: 'account', title: '账户', also: ['登录账号', '账号'], isRequired: true, example: 'zhangsan', width: 18 },
  { key: 'name', title: '昵称', also: ['用户昵称'], isRequired: true, example: '张老师', width: 14 },
  { key: 'realName', title: '姓名', also: ['用户姓名', '真实姓名'], example: '张三', width: 14 },
  { key: 'roleId', title: '角色名称', also: ['角色', '所属角色'], example: '', width: 20 },
  { key: 'deptId', title: '部门名称', also: ['部门', '所属部门', '机构'], example: '', width: 24 },
  { key: 'postId', title: '岗位名称', also: ['岗位', '所属岗位'], example: '', width: 16 },
  { key: 'phone', title: '手机', also: ['手机号码', '手机号'], example: '13800000000', width: 16 },
  { key: 'email', title: '邮箱', also: ['电子邮箱'], example: 'zhangsan@example.cn', width: 24 },
  { key: 'userType', title: '用户平台名称', also: ['用户平台'], example: '', width: 16 },
  { key: 'code', title: '编号', also: ['用户编号'], example: '', width: 14 },
  { key: 'sex', title: '性别', also: ['用户性别'], example: '', width: 8 },
  { key: 'birthday', title: '生日', also: ['用户生日'], example: '', width: 14 },
  { key: 'expireTime', title: '有效期至', also: ['过期时间'], example: '', width: 20 },
] as const satisfies { key: keyof typeof user.fields; title: string; [option: string]: unknown }[]

export type UserColumn = (typeof USER_COLUMNS)[number]['key']
