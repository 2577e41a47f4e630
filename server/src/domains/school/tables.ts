import { bigint, defineTable, list, longText, nullable, smallint, timestamp, varchar } from '../../platform/db/table.ts'

export const appDeptAuth = defineTable('appDeptAuth', {
  id: bigint(),
  tenantId: varchar(12),
  appCode: varchar(64),
  deptId: bigint(),
  createUser: nullable(bigint()),
  createTime: timestamp(),
})

export const appUserAuth = defineTable('appUserAuth', {
  id: bigint(),
  tenantId: varchar(12),
  appCode: varchar(64),
  userId: bigint(),
  createUser: nullable(bigint()),
  createTime: timestamp(),
})

export const userDeptRole = defineTable('userDeptRole', {
  id: bigint(),
  tenantId: varchar(12),
  userId: bigint(),
  deptUscc: nullable(varchar(18)),
  roleAlias: varchar(64),
  areaCode: nullable(varchar(12)),
  classCodes: list(longText()),
  createUser: nullable(bigint()),
  createDept: nullable(bigint()),
  createTime: timestamp(),
  updateUser: nullable(bigint()),
  updateTime: timestamp(),
  isDeleted: smallint(),
})
