import { bigint, date, defineTable, integer, moment, varchar } from '../../platform/db/table.ts'

export const smsLogTable = defineTable('smsLog', {
  id: bigint(),
  tenantId: varchar(12),
  phone: varchar(20),
  smsCode: varchar(64),
  kind: varchar(64),
  templateCode: varchar(64),
  result: varchar(300),
  sendTime: moment(0),
})

export const smsQuota = defineTable('smsQuota', {
  tenantId: varchar(12),
  day: date(),
  used: integer(),
})
