import { defineCall } from '../../kit/call.ts'
import { defineEntity } from '../../kit/entity.ts'
import { type Row, json, secret, text } from '../../kit/field.ts'

/** 数据源：别处的 PostgreSQL 数据库，只读取结构；管理租户专用。 */
export const datasource = defineEntity('datasource', {
  title: '数据源',
  service: 'blade-develop',
  tenantless: true,
  table: 'data_source',
  fields: {
    name: text('名称', { required: true, search: true, length: 100 }),
    driverClass: text('驱动类', { required: true, length: 100, default: 'org.postgresql.Driver', list: false }),
    url: text('连接地址', { required: true, length: 300, help: '例如 jdbc:postgresql://主机:5432/数据库' }),
    username: text('用户名', { required: true, length: 63 }),
    password: secret('密码', { length: 200 }),
    remark: text('备注', { length: 500 }),
  },
  unique: [['name']],
  order: ['name'],
  actions: ['select'],
})

const BASE = '/api/blade-develop/datasource'
const view = { permission: 'datasource_view' }
const id = text('主键', { required: true, length: 20 })

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
