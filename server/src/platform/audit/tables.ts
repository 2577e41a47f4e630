import { bigint, defineTable, integer, jsonb, moment, nullable, varchar } from '../db/table.ts'

export const operationLog = defineTable('operationLog', {
  id: bigint(),
  tenantId: varchar(12),
  userId: bigint(),
  account: varchar(64),
  call: varchar(100),
  title: varchar(200),
  entity: nullable(varchar(64)),
  rowId: nullable(varchar(64)),
  oldValues: nullable(jsonb<Record<string, unknown>>()),
  newValues: nullable(jsonb<Record<string, unknown>>()),
  remoteIp: nullable(varchar(64)),
  requestId: nullable(varchar(64)),
  createTime: moment(),
})

/** Who saw, revealed, exported or printed data of children: a row per act. */
export const childAccess = defineTable('childAccess', {
  id: bigint(),
  tenantId: varchar(12),
  kind: varchar(16),
  userId: bigint(),
  account: varchar(64),
  userName: varchar(100),
  viewedAs: nullable(varchar(64)),
  call: varchar(100),
  title: varchar(200),
  reason: nullable(varchar(200)),
  filters: nullable(varchar(2000)),
  children: integer(),
  areaCode: nullable(varchar(20)),
  schoolCode: nullable(varchar(32)),
  remoteIp: nullable(varchar(64)),
  requestId: nullable(varchar(64)),
  createTime: moment(),
})

/** The children of an act, by `childKey`. */
export const childAccessChild = defineTable('childAccessChild', {
  tenantId: varchar(12),
  childKey: bigint(),
  accessId: bigint(),
})
