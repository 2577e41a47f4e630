import { bigint, defineTable, integer, nullable, timestamp, varchar } from '../db/table.ts'

/** One line per action of a review, never changed. */
export const reviewLog = defineTable('reviewLog', {
  id: bigint(),
  tenantId: varchar(12),
  review: varchar(64),
  rowId: bigint(),
  fromStatus: integer(),
  toStatus: integer(),
  action: varchar(50),
  opinion: nullable(varchar(500)),
  userId: nullable(bigint()),
  userName: varchar(100),
  createTime: timestamp(),
})
