import {
  bigint,
  defineTable,
  jsonb,
  longText,
  nullable,
  smallint,
  timestamp,
  varchar,
} from '../../platform/db/table.ts'

export const codePlan = defineTable(
  'codePlan',
  {
    id: bigint(),
    codeName: varchar(100),
    title: varchar(50),
    entityName: varchar(40),
    packageName: varchar(20),
    serviceName: varchar(40),
    webPath: varchar(100),
    datasourceId: nullable(bigint()),
    tableName: nullable(varchar(130)),
    tablePrefix: nullable(varchar(40)),
    pkName: nullable(varchar(63)),
    fields: jsonb<unknown>(),
    createUser: nullable(bigint()),
    createTime: timestamp(),
    updateUser: nullable(bigint()),
    updateTime: timestamp(),
    isDeleted: smallint(),
  },
  { wall: 'none' },
)

export const dataSource = defineTable(
  'dataSource',
  {
    id: bigint(),
    name: varchar(100),
    driverClass: varchar(100),
    url: varchar(300),
    username: varchar(63),
    password: nullable(longText()),
    remark: nullable(varchar(500)),
    createUser: nullable(bigint()),
    createTime: timestamp(),
    updateUser: nullable(bigint()),
    updateTime: timestamp(),
    isDeleted: smallint(),
  },
  { wall: 'none' },
)
