import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { type Row, dateTime, integer, json, text } from '../../kit/field.ts'

/** 数据源：别处的 PostgreSQL 数据库，只读取结构；密码只进不出，加密保存。管理租户专用。 */
export const datasource = defineEntity('datasource', {
  title: '数据源',
  service: 'blade-develop',
  tenantless: true,
  table: 'data_source',
  fields: {
    name: text('名称', { required: true, search: true, length: 100 }),
    driverClass: text('驱动类', { required: true, length: 100, default: 'org.postgresql.Driver', table: false }),
    url: text('连接地址', { required: true, length: 300, span: 24, help: '例如 jdbc:postgresql://主机:5432/数据库' }),
    username: text('用户名', { required: true, length: 63, width: 140 }),
    password: text('密码', { length: 200, table: false, help: '不填则不修改' }),
    remark: text('备注', { span: 24, length: 500 }),
  },
  screen: { export: false, copy: false },
})

const BASE = '/api/blade-develop/datasource'
const view = { permission: 'datasource_view' }
const id = text('主键', { required: true, length: 20 })
const { password: _password, ...open } = datasource.fields
const shown = {
  id,
  ...open,
  createTime: dateTime('创建时间', { required: true }),
  updateTime: dateTime('更新时间', { required: true }),
}

export const datasourceList = defineCall('datasource.list', {
  method: 'GET',
  path: `${BASE}/list`,
  title: '数据源列表',
  access: view,
  input: {
    current: integer('页码', { min: 1 }),
    size: integer('每页条数', { min: 1, max: 1000 }),
    name: text('名称', { length: 100 }),
  },
  output: shown,
  answer: 'page',
})

export const datasourceSelect = defineCall('datasource.select', {
  method: 'GET',
  path: `${BASE}/select`, // inferred
  title: '数据源选项',
  access: view,
  output: { id, name: shown.name },
  answer: 'list',
})

export const datasourceDetail = defineCall('datasource.detail', {
  method: 'GET',
  path: `${BASE}/detail`,
  title: '数据源详情',
  access: view,
  input: { id },
  output: shown,
})

/** 没有 id 是新增（datasource_add），有 id 是修改（datasource_edit）；修改只带变了的。 */
export const datasourceSubmit = defineCall('datasource.submit', {
  method: 'POST',
  path: `${BASE}/submit`,
  title: '保存数据源',
  access: 'signedIn',
  input: {
    id: text('主键', { length: 20 }),
    name: text('名称', { length: 100 }),
    driverClass: text('驱动类', { length: 100 }),
    url: text('连接地址', { length: 300 }),
    username: text('用户名', { length: 63 }),
    password: text('密码', { length: 200 }),
    remark: text('备注', { length: 500 }),
    updateTime: text('更新时间'),
  },
  output: shown,
})

export const datasourceRemove = defineCall('datasource.remove', {
  method: 'POST',
  path: `${BASE}/remove`,
  title: '删除数据源',
  access: { permission: 'datasource_delete' },
  input: { ids: text('主键', { length: 10_000 }) },
  answer: 'status',
})

export const datasourceTest = defineCall('datasource.test', {
  method: 'POST',
  path: `${BASE}/test`, // inferred
  title: '测试数据源',
  access: view,
  input: { id },
  output: { version: text('版本', { required: true }) },
  readOnly: true,
})

/** A table of a data source: its schema, name and comment. */
const SOURCE_TABLE = {
  schema: text('模式', { required: true }),
  name: text('表名', { required: true }),
  comment: text('说明', { required: true }),
}

/** A column of such a table, as its database describes it. */
const SOURCE_COLUMN = {
  name: text('列名', { required: true }),
  type: text('类型', { required: true }),
  isRequired: json<boolean>('必填'),
  isKey: json<boolean>('主键'),
  comment: text('说明', { required: true }),
}

export type SourceTable = Row<typeof SOURCE_TABLE>
export type SourceColumn = Row<typeof SOURCE_COLUMN>

export const datasourceTables = defineCall('datasource.tables', {
  method: 'GET',
  path: `${BASE}/tables`, // inferred
  title: '数据源的表',
  access: view,
  input: { id },
  output: SOURCE_TABLE,
  answer: 'list',
})

/** `table` 是 `模式.表名`，没有模式时为 public。 */
export const datasourceColumns = defineCall('datasource.columns', {
  method: 'GET',
  path: `${BASE}/columns`, // inferred
  title: '表的字段',
  access: view,
  input: { id, table: text('表', { required: true, length: 130 }) },
  output: SOURCE_COLUMN,
  answer: 'list',
})
