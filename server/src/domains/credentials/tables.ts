import {
  bigint,
  char,
  defineTable,
  integer,
  jsonb,
  longText,
  moment,
  nullable,
  smallint,
  timestamp,
  varchar,
} from '../../platform/db/table.ts'

export const passwordHistory = defineTable('passwordHistory', {
  id: bigint(),
  tenantId: varchar(12),
  userId: bigint(),
  passwordHash: varchar(200),
  createTime: moment(),
})

export const userFactor = defineTable('userFactor', {
  userId: bigint(),
  tenantId: varchar(12),
  secret: longText(),
  isConfirmed: smallint(),
  lastStep: bigint(),
  createTime: moment(),
})

export const recoveryCode = defineTable('recoveryCode', {
  tenantId: varchar(12),
  userId: bigint(),
  codeHash: varchar(200),
})

export const oauthClient = defineTable(
  'oauthClient',
  {
    clientId: varchar(64),
    secretHash: char(64),
    grantTypes: varchar(255),
    accessTokenValidity: integer(),
    refreshTokenValidity: integer(),
    id: bigint(),
    createTime: timestamp(),
    updateTime: timestamp(),
    resourceIds: nullable(varchar(255)),
    scope: varchar(255),
    webServerRedirectUri: nullable(varchar(255)),
    authorities: nullable(varchar(255)),
    autoapprove: nullable(varchar(255)),
    proofMinutes: integer(),
    createUser: nullable(bigint()),
    createDept: nullable(bigint()),
    updateUser: nullable(bigint()),
  },
  { wall: 'none' },
)

export const authFailure = defineTable(
  'authFailure',
  {
    key: varchar(200),
    fails: integer(),
    lastTime: moment(),
    lockedUntil: moment(),
    pending: integer(),
    pendingTime: moment(),
  },
  { wall: 'none' },
)

export const authTicket = defineTable(
  'authTicket',
  {
    hash: char(64),
    kind: varchar(16),
    tenantId: varchar(12),
    userId: nullable(bigint()),
    data: jsonb<Record<string, string>>(),
    tries: integer(),
    expireTime: moment(),
  },
  { wall: 'open' },
)
