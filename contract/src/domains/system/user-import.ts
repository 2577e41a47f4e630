import { defineCall } from '../../kit/call.ts'
import { integer, json, text } from '../../kit/field.ts'
import { user, userPage } from './user.ts'

const BASE = '/api/blade-user'
const ALIAS = '/api/blade-system/user'
const add = { permission: 'user_add' }

/** One row of an uploaded workbook as it was read, with everything that keeps it from being imported. */
export interface ImportedRow {
  rowNo: number
  /** By column, as typed. */
  values: Record<string, string>
  /** By column, in the user's words. */
  faults: Record<string, string>
  /** The account is there already and will be changed. */
  isKnown: boolean
}

export interface ImportColumn {
  key: string
  title: string
}

const asked = {
  isCovered: integer('覆盖已有账号', { min: 0, max: 1 }),
  tenantId: text('租户编号', { length: 12 }),
}
const judged = {
  fileId: text('文件', { required: true }),
  columns: json<ImportColumn[]>('列', { required: true }),
  rows: json<ImportedRow[]>('行', { required: true }),
  total: integer('行数', { required: true }),
  faulty: integer('有错误的行数', { required: true }),
  message: text('整个文件的错误', { required: true }),
}

function paths(segment: string): { path: string; aliases: string[] } {
  return { path: `${BASE}/${segment}`, aliases: [`${ALIAS}/${segment}`] }
}

/** 试导入：逐行指出错误，什么也不保存。 */
export const userImportCheck = defineCall('user.importCheck', {
  method: 'POST',
  ...paths('import-check'), // inferred
  title: '用户试导入',
  access: add,
  body: 'upload',
  readOnly: true,
  input: asked,
  output: judged,
})

/** 试导入的文件加上每行的错误，供改好后再传。 */
export const userImportFaults = defineCall('user.importFaults', {
  method: 'GET',
  ...paths('import-faults'), // inferred
  title: '用户试导入结果',
  access: add,
  input: { fileId: text('文件', { required: true, length: 20 }), ...asked },
  answer: 'file',
})

/** 全部导入或全部不导入；新账号的密码是初始密码。 */
export const userImport = defineCall('user.importUser', {
  method: 'POST',
  ...paths('import-user'), // inferred
  title: '导入用户',
  access: add,
  body: 'upload',
  stepUp: true,
  input: asked,
  output: { added: integer('新增', { required: true }), changed: integer('修改', { required: true }) },
})

/** 把试导入过的文件导入，不必再传一次。 */
export const userImportCommit = defineCall('user.importCommit', {
  method: 'POST',
  ...paths('import-commit'), // inferred
  title: '导入试导入过的用户',
  access: add,
  stepUp: true,
  input: { fileId: text('文件', { required: true, length: 20 }), ...asked },
  output: userImport.output,
})

export const userExport = defineCall('user.exportUser', {
  method: 'GET',
  ...paths('export-user'), // inferred
  title: '导出用户',
  access: { permission: 'user_view' },
  stepUp: true,
  input: { ...userPage.input, reason: text('导出理由', { length: 200 }) },
  answer: 'file',
})

export const userTemplate = defineCall('user.exportTemplate', {
  method: 'GET',
  ...paths('export-template'), // inferred
  title: '用户导入模板',
  access: add,
  input: { tenantId: asked.tenantId },
  answer: 'file',
})

export const userImportCalls = [
  userImportCheck,
  userImportFaults,
  userImport,
  userImportCommit,
  userExport,
  userTemplate,
]

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
