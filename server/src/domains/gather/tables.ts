import { bigint, char, defineTable, integer, nullable, smallint, timestamp, varchar } from '../../platform/db/table.ts'

/** Whose parents a message is for, and what became of each. */
export const gatherPush = defineTable('gatherPush', {
  id: bigint(),
  tenantId: varchar(12),
  messageId: bigint(),
  studentId: bigint(),
  studentCode: varchar(24),
  studentName: varchar(50),
  schoolCode: varchar(64),
  classCode: nullable(varchar(40)),
  className: nullable(varchar(40)),
  pushState: smallint(),
  text: varchar(200),
  pushTime: nullable(timestamp()),
})

/** A link by which the parents of one student answer. */
export const gatherLink = defineTable('gatherLink', {
  id: bigint(),
  tenantId: varchar(12),
  gatherTaskId: bigint(),
  studentId: bigint(),
  expireTime: timestamp(),
  openNum: integer(),
  openTime: nullable(timestamp()),
  answerTime: nullable(timestamp()),
  revokeTime: nullable(timestamp()),
  createUser: bigint(),
  createTime: timestamp(),
})

/** Which link a token opens; the token itself is kept nowhere. Read before the tenant is known. */
export const gatherLinkToken = defineTable(
  'gatherLinkToken',
  { hash: char(64), tenantId: varchar(12), linkId: bigint() },
  { wall: 'open' },
)

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
