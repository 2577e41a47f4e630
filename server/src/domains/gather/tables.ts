import type { UnitCounts } from '../../platform/access/counted.ts'
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
  missPhotoNum: integer(),
  missNum: integer(),
  extraNum: integer(),
  diffNum: integer(),
  analyseTime: timestamp(),
})

const COUNTED = { num: integer(), isFolded: smallint() }
const UNIT = { areaCode: varchar(64), schoolCode: varchar(64) }
const STUDENT_UNIT = { tenantId: varchar(12), gatherTaskId: bigint(), ...UNIT, gradeCode: varchar(64) }
const STUDENT_NUM = { gatherStatus: integer(), prefilledNum: integer(), ...COUNTED }

/** How many rows of a collection are in each state, by school and grade. */
export const gatherStudentCount = defineTable('gatherStudentCount', { ...STUDENT_UNIT, ...STUDENT_NUM })

/** The same by class. */
export const gatherClassCount = defineTable('gatherClassCount', {
  ...STUDENT_UNIT,
  classCode: varchar(40),
  className: varchar(40),
  ...STUDENT_NUM,
})

/** How many gaokao candidates of a collection are in each pair of states, by class; of a few grades, so by class alone. */
export const gatherHighExamCount = defineTable('gatherHighExamCount', {
  tenantId: varchar(12),
  gatherTaskId: bigint(),
  ...UNIT,
  classCode: varchar(64),
  className: varchar(40),
  auditStatus: integer(),
  artType: varchar(64),
  artAuditStatus: integer(),
  archiveStatus: integer(),
  ...COUNTED,
})

const studentSums = ['num', 'prefilledNum'] as const
export const STUDENT_COUNTS: UnitCounts = {
  schools: { table: gatherStudentCount, sums: studentSums },
  classes: { table: gatherClassCount, sums: studentSums },
}
const highExams = { table: gatherHighExamCount, sums: ['num'] as const }
export const HIGH_EXAM_COUNTS: UnitCounts = { schools: highExams, classes: highExams }

/** All that is counted beside the rows of collections. */
export const GATHER_COUNTS = [STUDENT_COUNTS.schools, STUDENT_COUNTS.classes, highExams]
