import type { Explain } from '@xueheng/contract/domains/exam-model/explain.ts'
import type { ModelSnapshot } from '@xueheng/contract/domains/exam-model/exam-model.ts'
import {
  bigint,
  defineTable,
  double,
  integer,
  jsonb,
  nullable,
  smallint,
  timestamp,
  varchar,
} from '../../platform/db/table.ts'

export const examModelItemValue = defineTable('examModelItemValue', {
  tenantId: varchar(12),
  itemCode: varchar(40),
  examKey: varchar(400),
  unitCode: varchar(200),
  value: nullable(double()),
  updateUser: nullable(bigint()),
  updateTime: timestamp(),
})

export const examModelResult = defineTable('examModelResult', {
  tenantId: varchar(12),
  runId: nullable(bigint()),
  versionId: nullable(bigint()),
  unitCode: varchar(200),
  unitName: varchar(500),
  areaCode: nullable(varchar(64)),
  areaName: nullable(varchar(255)),
  schoolCode: nullable(varchar(64)),
  schoolName: nullable(varchar(255)),
  classCode: nullable(varchar(64)),
  schoolGroup: nullable(varchar(64)),
  value: nullable(double()),
  points: nullable(double()),
  rank: nullable(integer()),
  rankPrev: nullable(integer()),
  n: nullable(integer()),
  sectionPoints: nullable(jsonb<Record<string, number | null>>()),
  explain: jsonb<Explain>(),
  sort: integer(),
})

export const examModelRun = defineTable('examModelRun', {
  id: bigint(),
  tenantId: varchar(12),
  kind: varchar(8),
  code: varchar(40),
  examKey: varchar(400),
  schoolGroup: varchar(64),
  contentHash: varchar(64),
  createUser: nullable(bigint()),
  createTime: timestamp(),
  modelSnapshot: nullable(jsonb<ModelSnapshot>()),
})

export const examModelVersion = defineTable('examModelVersion', {
  id: bigint(),
  tenantId: varchar(12),
  modelCode: varchar(40),
  versionNo: integer(),
  versionName: varchar(60),
  examKey: varchar(400),
  modelSnapshot: jsonb<ModelSnapshot>(),
  isFinal: smallint(),
  remark: nullable(varchar(500)),
  createUser: nullable(bigint()),
  createTime: timestamp(),
})
