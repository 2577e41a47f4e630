import { bigint, defineTable, integer, timestamp, varchar } from '../../../platform/db/table.ts'

/** How often, and when last, a school was reminded of a task. */
export const examTaskReminder = defineTable('examTaskReminder', {
  tenantId: varchar(12),
  taskId: bigint(),
  schoolCode: varchar(64),
  remindNum: integer(),
  remindTime: timestamp(),
})
