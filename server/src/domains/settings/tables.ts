import {
  bigint,
  defineTable,
  integer,
  longText,
  nullable,
  smallint,
  timestamp,
  varchar,
} from '../../platform/db/table.ts'

export const region = defineTable(
  'region',
  {
    code: varchar(12),
    parentCode: varchar(12),
    name: varchar(64),
    regionLevel: smallint(),
    sort: integer(),
    remark: nullable(longText()),
    createUser: nullable(bigint()),
    createDept: nullable(bigint()),
    createTime: timestamp(),
    updateUser: nullable(bigint()),
    updateTime: timestamp(),
  },
  { wall: 'none' },
)
