import { bigint, char, defineTable, integer, jsonb, moment, nullable, varchar } from '../db/table.ts'

export const idempotencyKey = defineTable('idempotencyKey', {
  tenantId: varchar(12),
  userId: bigint(),
  key: varchar(100),
  requestHash: char(64),
  answer: nullable(jsonb<unknown>()),
  createTime: moment(),
})

export const authSession = defineTable(
  'authSession',
  {
    id: bigint(),
    tokenHash: char(64),
    refreshHash: char(64),
    tenantId: varchar(12),
    userId: bigint(),
    remoteIp: nullable(varchar(64)),
    userAgent: nullable(varchar(500)),
    createTime: moment(),
    accessExpire: moment(),
    refreshExpire: moment(),
    viewerId: nullable(bigint()),
    viewerSessionId: nullable(bigint()),
    way: varchar(16),
    freshTime: moment(),
    activeTime: moment(),
    accessLife: integer(),
  },
  { wall: 'open' },
)

export const authUsedRefresh = defineTable(
  'authUsedRefresh',
  {
    hash: char(64),
    sessionId: bigint(),
    useTime: moment(),
  },
  { wall: 'none' },
)
