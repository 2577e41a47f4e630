import { bigint, defineTable, integer, nullable, timestamp, varchar } from '../../platform/db/table.ts'

export const portfolioAuditLog = defineTable('portfolioAuditLog', {
  id: bigint(),
  tenantId: varchar(12),
  portfolioId: bigint(),
  fromStatus: integer(),
  toStatus: integer(),
  action: varchar(50),
  opinion: nullable(varchar(500)),
  userId: nullable(bigint()),
  userName: varchar(100),
  createTime: timestamp(),
})
