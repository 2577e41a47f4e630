import { bigint, defineTable, integer, timestamp, varchar } from '../../platform/db/table.ts'

/** What the last analysis of a collection found, a row a school. */
export const gatherAnalysis = defineTable('gatherAnalysis', {
  tenantId: varchar(12),
  taskId: bigint(),
  areaCode: varchar(64),
  schoolCode: varchar(64),
  totalNum: integer(),
  dupIdNum: integer(),
  dupNameNum: integer(),
  badIdNum: integer(),
  missNum: integer(),
  extraNum: integer(),
  diffNum: integer(),
  analyseTime: timestamp(),
})
