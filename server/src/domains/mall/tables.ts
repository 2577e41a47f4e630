import {
  bigint,
  char,
  defineTable,
  integer,
  jsonb,
  nullable,
  smallint,
  timestamp,
  varchar,
} from '../../platform/db/table.ts'

export const mallIntegralRecord = defineTable('mallIntegralRecord', {
  id: bigint(),
  tenantId: varchar(12),
  parentId: bigint(),
  seq: integer(),
  bizType: integer(),
  bizId: varchar(64),
  title: varchar(100),
  point: integer(),
  balanceBefore: integer(),
  balanceAfter: integer(),
  description: nullable(varchar(500)),
  operatorName: nullable(varchar(100)),
  createUser: nullable(bigint()),
  createDept: nullable(bigint()),
  createTime: timestamp(),
  updateUser: nullable(bigint()),
  updateTime: timestamp(),
  status: integer(),
  isDeleted: smallint(),
})

/** Ballots, chained one to the next; they are added and read, never changed. */
export const mallVote = defineTable('mallVote', {
  id: bigint(),
  tenantId: varchar(12),
  voteId: bigint(),
  seq: integer(),
  parentId: bigint(),
  optionIds: jsonb<string[]>(),
  voteTime: timestamp(),
  round: varchar(10),
  prevHash: char(64),
  hash: char(64),
})
