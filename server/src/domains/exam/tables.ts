import type { CheckCounts } from '@xueheng/contract/domains/exam/exam-check.ts'
import type {
  FaultCount,
  GoneRows,
  ImportCounts,
  ImportSheet,
  UnknownSchool,
} from '@xueheng/contract/domains/exam/import.ts'
import type { LevelGrade, LevelOptions } from '@xueheng/contract/domains/exam/level/level-param.ts'
import type { LeftOut } from '@xueheng/contract/domains/exam/left-out.ts'
import {
  bigint,
  char,
  defineTable,
  integer,
  jsonb,
  longText,
  nullable,
  numeric,
  smallint,
  timestamp,
  varchar,
} from '../../platform/db/table.ts'
import type { Manifest } from './package/manifest.ts'

export const examCourse = defineTable('examCourse', {
  tenantId: varchar(12),
  examId: bigint(),
  courseId: smallint(),
  courseName: varchar(20),
  courseAlias: jsonb<string[]>(),
  examScore: numeric(6, 1),
  isInTotal: smallint(),
  sort: integer(),
  excellentScore: nullable(numeric(6, 1)),
  goodScore: nullable(numeric(6, 1)),
  passScore: nullable(numeric(6, 1)),
  lowScore: nullable(numeric(6, 1)),
})

export const examImportAlias = defineTable('examImportAlias', {
  tenantId: varchar(12),
  alias: varchar(100),
  schoolCode: varchar(18),
})

export const examImportBatch = defineTable('examImportBatch', {
  id: bigint(),
  tenantId: varchar(12),
  examId: bigint(),
  kind: varchar(10),
  status: integer(),
  message: varchar(1000),
  counts: nullable(jsonb<ImportCounts>()),
  faultCounts: jsonb<FaultCount[]>(),
  unknownSchools: jsonb<UnknownSchool[]>(),
  leftOut: jsonb<LeftOut[]>(),
  madeClasses: jsonb<string[]>(),
  jobId: varchar(64),
  lastRowId: integer(),
  isCleared: smallint(),
  isExact: smallint(),
  gone: nullable(jsonb<GoneRows>()),
  confirmUser: nullable(bigint()),
  confirmTime: nullable(timestamp()),
  commitTime: nullable(timestamp()),
  commitSeq: nullable(bigint()),
  createUser: nullable(bigint()),
  createUserName: varchar(50),
  createTime: timestamp(),
  updateTime: timestamp(),
})

export const examImportCheck = defineTable('examImportCheck', {
  tenantId: varchar(12),
  examId: bigint(),
  kind: varchar(10),
  errorNum: integer(),
  warningNum: integer(),
  counts: jsonb<CheckCounts>(),
  checkedTime: timestamp(),
  confirmUser: nullable(bigint()),
  confirmTime: nullable(timestamp()),
})

export const examImportFault = defineTable('examImportFault', {
  tenantId: varchar(12),
  batchId: bigint(),
  rowId: integer(),
  columnNo: smallint(),
  code: varchar(12),
  level: varchar(8),
  text: varchar(300),
})

export const examImportFile = defineTable('examImportFile', {
  tenantId: varchar(12),
  batchId: bigint(),
  fileNo: smallint(),
  fileId: varchar(64),
  fileName: varchar(255),
  sizeBytes: bigint(),
  sha256: char(64),
  sheets: nullable(jsonb<ImportSheet[]>()),
  message: varchar(500),
  leftOut: nullable(varchar(12)),
})

export const examImportMapping = defineTable('examImportMapping', {
  tenantId: varchar(12),
  kind: varchar(10),
  fingerprint: char(64),
  targets: jsonb<string[]>(),
})

export const examImportRow = defineTable('examImportRow', {
  tenantId: varchar(12),
  batchId: bigint(),
  rowId: integer(),
  fileNo: smallint(),
  sheetNo: smallint(),
  rowNo: integer(),
  cells: longText(),
  choice: nullable(varchar(4)),
  note: nullable(varchar(200)),
})

export const examImportUndo = defineTable('examImportUndo', {
  tenantId: varchar(12),
  batchId: bigint(),
  targetId: bigint(),
  before: jsonb<Record<string, unknown>>(),
})

/** Which file holds the question scores of a course; the scores themselves never lie in a row. */
export const examQuestionFile = defineTable('examQuestionFile', {
  tenantId: varchar(12),
  examId: bigint(),
  courseId: smallint(),
  /** `staged`, `archived`; `undo`: what was staged before the batch, with an empty name where nothing was. */
  fileState: varchar(8),
  /** Of an `undo` the batch that is taken back by it; 0 for the others. */
  batchId: bigint(),
  fileName: varchar(80),
  rowNum: integer(),
  studentNum: integer(),
  sha256: char(64),
  makeTime: timestamp(),
})

export const examSameName = defineTable('examSameName', {
  tenantId: varchar(12),
  examId: bigint(),
  studentNumbers: jsonb<string[]>(),
  reason: varchar(200),
  batchId: bigint(),
})

export const examPackage = defineTable('examPackage', {
  tenantId: varchar(12),
  examId: bigint(),
  packageVersion: integer(),
  dataVersion: integer(),
  packState: smallint(),
  manifest: nullable(jsonb<Manifest>()),
  sizeBytes: nullable(bigint()),
  buildMs: nullable(integer()),
  builtBy: nullable(bigint()),
  builtTime: nullable(timestamp()),
})

export const examProcessItem = defineTable('examProcessItem', {
  tenantId: varchar(12),
  examId: bigint(),
  itemCode: varchar(40),
  paramJson: jsonb<Record<string, unknown>>(),
  sort: integer(),
})

export const examSchool = defineTable('examSchool', {
  tenantId: varchar(12),
  examId: bigint(),
  schoolCode: varchar(64),
  schoolName: nullable(varchar(255)),
  areaCode: nullable(varchar(64)),
  isJoin: smallint(),
  isInReport: smallint(),
  isBaseline: smallint(),
  schoolGroup: nullable(varchar(64)),
  planNum: nullable(integer()),
  studentNum: nullable(integer()),
  sort: integer(),
})

export const examLineParam = defineTable('examLineParam', {
  tenantId: varchar(12),
  examId: bigint(),
  artsScience: varchar(64),
  periodName: varchar(30),
  lineMode: integer(),
  lineNum: nullable(integer()),
  lineShare: nullable(numeric(6, 4)),
  lineScore: nullable(numeric(6, 1)),
  tieMode: varchar(10),
  courseMethod: integer(),
  criticalTotal: nullable(numeric(6, 1)),
  criticalCourse: nullable(numeric(6, 1)),
  isMain: smallint(),
  sort: integer(),
})

export const examLevelParam = defineTable('examLevelParam', {
  tenantId: varchar(12),
  examId: bigint(),
  courseName: varchar(20),
  model: varchar(20),
  grades: jsonb<LevelGrade[]>(),
  options: jsonb<LevelOptions>(),
})

export const examScoreStudent = defineTable('examScoreStudent', {
  tenantId: varchar(12),
  examId: bigint(),
  sid: integer(),
  studentNumber: varchar(20),
  studentCode: nullable(varchar(24)),
  studentName: varchar(50),
  areaCode: varchar(64),
  areaName: varchar(255),
  areaSort: integer(),
  schoolCode: varchar(64),
  schoolName: varchar(255),
  schoolSort: integer(),
  schoolGroup: nullable(varchar(64)),
  classCode: nullable(varchar(40)),
  examClass: varchar(40),
  classSort: integer(),
  examGrade: nullable(varchar(255)),
  courseCombination: nullable(varchar(20)),
  artsScience: nullable(varchar(64)),
  studentType: nullable(varchar(64)),
  isCount: smallint(),
})

export const examScoreStudentCourse = defineTable('examScoreStudentCourse', {
  tenantId: varchar(12),
  examId: bigint(),
  sid: integer(),
  courseId: smallint(),
  scoreStatus: smallint(),
  score: nullable(numeric(6, 1)),
  objectiveScore: nullable(numeric(6, 1)),
  subjectiveScore: nullable(numeric(6, 1)),
})
