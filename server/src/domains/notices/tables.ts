import { bigint, defineTable, timestamp, varchar } from '../../platform/db/table.ts'

export const noticeRead = defineTable('noticeRead', {
  tenantId: varchar(12),
  noticeId: bigint(),
  userId: bigint(),
  readTime: timestamp(),
})
