import type { CodeField } from '@xueheng/contract/domains/develop/code.ts'
import { bigint, jsonb, defineTable, nullable, smallint, timestamp, varchar } from '../../platform/db/table.ts'

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
    fields: jsonb<CodeField[]>(),
    baseMode: nullable(smallint()),
    wrapMode: nullable(smallint()),
    apiPath: nullable(varchar(500)),
    createUser: nullable(bigint()),
    createDept: nullable(bigint()),
    createTime: timestamp(),
    updateUser: nullable(bigint()),
    updateTime: timestamp(),
    isDeleted: smallint(),
  },
  { wall: 'none' },
)
