import type { UnitCounts } from '../../platform/access/counted.ts'
import {
  bigint,
  defineTable,
  integer,
  list,
  longText,
  nullable,
  smallint,
  timestamp,
  varchar,
} from '../../platform/db/table.ts'

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

/** The end of a study year as it was carried out; standing while it has no time of its reversal. */
export const schoolRollOver = defineTable('schoolRollOver', {
  id: bigint(),
  tenantId: varchar(12),
  studyYear: integer(),
  schoolNum: integer(),
  classNum: integer(),
  graduatedNum: integer(),
  studentNum: integer(),
  graduateNum: integer(),
  userName: varchar(50),
  createUser: bigint(),
  createTime: timestamp(),
  revertUser: nullable(varchar(50)),
  revertTime: nullable(timestamp()),
})

/** What a class was and became. */
export const schoolRollOverClass = defineTable('schoolRollOverClass', {
  tenantId: varchar(12),
  rollOverId: bigint(),
  classId: bigint(),
  classCode: nullable(varchar(40)),
  isGraduating: smallint(),
  oldGrade: varchar(64),
  newGrade: nullable(varchar(64)),
  oldName: nullable(varchar(40)),
  newName: nullable(varchar(40)),
})

/** Who graduated by it; what became of all others follows from their class. */
export const schoolRollOverStudent = defineTable('schoolRollOverStudent', {
  tenantId: varchar(12),
  rollOverId: bigint(),
  studentId: bigint(),
})

const COUNTED = { num: integer(), isFolded: smallint() }
const UNIT = { tenantId: varchar(12), areaCode: varchar(64), schoolCode: varchar(64), gradeCode: varchar(64) }

/** How many students are at school, by school and grade. */
export const basicStudentCount = defineTable('basicStudentCount', { ...UNIT, ...COUNTED })

/** The same by class. */
export const basicClassCount = defineTable('basicClassCount', {
  ...UNIT,
  classCode: varchar(40),
  className: varchar(40),
  ...COUNTED,
})

export const ENROLLED_COUNTS: UnitCounts = {
  schools: { table: basicStudentCount, sums: ['num'] },
  classes: { table: basicClassCount, sums: ['num'] },
}
