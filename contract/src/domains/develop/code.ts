import { defineCall } from '../../kit/call.ts'
import { BASE_FIELDS, defineEntity } from '../../kit/entity.ts'
import { type Row, dict, json, text } from '../../kit/field.ts'
import { defineList } from '../../kit/list.ts'
import { relaxed } from '../../platform/relaxed.ts'

/** The kinds of fields a form of fields may use. */
export const CODE_KINDS = ['text', 'paragraph', 'integer', 'decimal', 'flag', 'date', 'dateTime'] as const

export type CodeKind = (typeof CODE_KINDS)[number]

/** One field of the entity to be generated. */
export interface CodeField {
  name: string
  label: string
  kind: CodeKind
  isRequired: boolean
  isSearched: boolean
  /** Longest text, or digits after the point of a decimal; the kind's own without it. */
  size?: number | null
}

/** A file as it will stand in the archive. */
const CODE_FILE = { path: text('路径', { required: true }), content: text('内容', { required: true }) }
export type CodeFile = Row<typeof CODE_FILE>

/** 代码生成：从数据源的表或手填的字段，生成本产品自己的声明、迁移、菜单、英文与测试。管理租户专用。 */
export const code = defineEntity('code', {
  title: '代码生成',
  service: 'blade-develop',
  tenantless: true,
  table: 'code_plan',
  fields: {
    codeName: text('配置名称', { required: true, search: true, length: 100 }),
    title: text('功能名称', { required: true, length: 50 }), // inferred
    entityName: text('实体名', { length: 40, help: '小驼峰英文，如 bookInfo；不填时取数据表名去掉表前缀' }), // inferred
    packageName: text('领域', { required: true, length: 20, help: '小写英文，如 school' }),
    serviceName: text('服务名', { required: true, length: 40, default: 'bigdata-service' }),
    webPath: text('菜单路径', { required: true, length: 100, help: '如 /bigdata/basic/bookInfo' }),
    datasourceId: text('数据源', { length: 20, list: false }),
    tableName: text('数据表', { length: 130, search: true }),
    tablePrefix: text('表前缀', { length: 40, list: false }),
    pkName: text('主键列', { length: 63, list: false }),
    fields: json<CodeField[]>('字段', { shape: 'rows' }), // inferred
    // Of other generators: kept and sent back, never obeyed.
    baseMode: dict('基础业务', 'yes_no', { numeric: true, list: false }),
    wrapMode: dict('包装器', 'yes_no', { numeric: true, list: false }),
    apiPath: text('后端生成路径', { length: 500, list: false }),
  },
})

/** A kept plan: it has a name for the entity and fields. */
const plan = {
  id: text('主键', { required: true }),
  ...code.fields,
  entityName: text('实体名', { required: true }),
  ...BASE_FIELDS,
}

const BASE = '/api/blade-develop/code'
const view = { permission: 'code_view' }
const id = text('主键', { required: true, length: 20 })
const ids = text('主键', { length: 10_000 })

export const codeList = defineList('code.list', {
  path: `${BASE}/list`,
  title: '代码生成列表',
  access: view,
  fields: plan,
})

export const codeDetail = defineCall('code.detail', {
  method: 'GET',
  path: `${BASE}/detail`,
  title: '代码生成详情',
  access: view,
  input: { id },
  output: plan,
})

/** 没有 id 是新增（code_add），有 id 是修改（code_edit）；没有字段而有数据表时，从表里读取字段。 */
export const codeSubmit = defineCall('code.submit', {
  method: 'POST',
  path: `${BASE}/submit`,
  title: '保存代码生成',
  access: 'signedIn',
  input: {
    ...relaxed(code.fields),
    packageName: text('领域', { length: 200, help: '可以是包名，取最后一段' }),
    id: text('主键', { length: 20 }),
    updateTime: text('更新时间'),
  },
  output: plan,
})

export const codeRemove = defineCall('code.remove', {
  method: 'POST',
  path: `${BASE}/remove`,
  title: '删除代码生成',
  access: { permission: 'code_delete' },
  input: { ids },
  answer: 'status',
})

export const codeCopy = defineCall('code.copy', {
  method: 'POST',
  path: `${BASE}/copy`,
  title: '复制代码生成',
  access: { permission: 'code_add' },
  input: { id },
  output: plan,
})

export const codePreview = defineCall('code.preview', {
  method: 'GET',
  path: `${BASE}/preview`, // inferred
  title: '预览生成的代码',
  access: view,
  input: { ids },
  output: CODE_FILE,
  answer: 'list',
})

/** 应答是一个压缩包。 */
export const genCode = defineCall('code.genCode', {
  method: 'POST',
  path: `${BASE}/gen-code`,
  title: '生成代码',
  access: view,
  input: { ids, system: text('前端系统', { length: 16 }) },
  answer: 'file',
})
