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

export const wxAccount = defineTable('wxAccount', {
  id: bigint(),
  tenantId: varchar(12),
  appid: varchar(32),
  name: varchar(50),
  type: integer(),
  verified: nullable(smallint()),
  secret: nullable(longText()),
  token: nullable(longText()),
  aesKey: nullable(longText()),
  createUser: nullable(bigint()),
  createDept: nullable(bigint()),
  createTime: timestamp(),
  updateUser: nullable(bigint()),
  updateTime: timestamp(),
  status: integer(),
  isDeleted: smallint(),
})
