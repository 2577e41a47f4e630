import { bigint, char, defineTable, moment, nullable, smallint, varchar } from '../db/table.ts'

export const fileObject = defineTable('fileObject', {
  id: bigint(),
  tenantId: varchar(12),
  name: varchar(255),
  contentType: varchar(100),
  size: bigint(),
  sha256: char(64),
  isPublic: smallint(),
  createUser: nullable(bigint()),
  createTime: moment(),
  storeId: nullable(bigint()),
  isDeleted: smallint(),
  deleteTime: nullable(moment()),
})
