import { bigint, defineTable, jsonb, moment, nullable, varchar } from '../db/table.ts'

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
