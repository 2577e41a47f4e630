import {
  bigint,
  char,
  defineTable,
  integer,
  moment,
  nullable,
  smallint,
  timestamp,
  uuid,
  varchar,
} from '../../platform/db/table.ts'

export const authCaptcha = defineTable(
  'authCaptcha',
  {
    key: uuid(),
    code: varchar(8),
    expireTime: moment(),
  },
  { wall: 'none' },
)

export const authSms = defineTable(
  'authSms',
  {
    id: uuid(),
    tenantId: varchar(12),
    phone: varchar(20),
    codeHash: char(64),
    remoteIp: varchar(64),
    tries: integer(),
    isUsed: smallint(),
    createTime: moment(),
    expireTime: moment(),
  },
  { wall: 'open' },
)

export const socialAccount = defineTable('socialAccount', {
  id: bigint(),
  tenantId: varchar(12),
  source: varchar(32),
  uuid: varchar(200),
  userId: nullable(bigint()),
  username: varchar(100),
  avatar: varchar(500),
  createTime: timestamp(),
})

export const guestRegistration = defineTable('guestRegistration', {
  id: bigint(),
  tenantId: varchar(12),
  socialId: bigint(),
  userId: bigint(),
  account: varchar(64),
  name: varchar(100),
  state: varchar(10),
  reason: nullable(varchar(200)),
  remoteIp: nullable(varchar(64)),
  createTime: timestamp(),
  updateUser: nullable(bigint()),
  updateTime: timestamp(),
})

export const loginLogTable = defineTable('loginLog', {
  id: bigint(),
  tenantId: varchar(12),
  userId: nullable(bigint()),
  account: varchar(64),
  way: varchar(16),
  result: varchar(8),
  reason: varchar(200),
  remoteIp: nullable(varchar(64)),
  userAgent: nullable(varchar(500)),
  createTime: timestamp(),
  zonedTime: nullable(moment()),
})
