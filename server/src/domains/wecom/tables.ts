import {
  bigint,
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
import type { Item } from './item.ts'

/** What a directory had when it was last read, by kind and key: tells who changed a row since. */
export const wecomUpstream = defineTable('wecomUpstream', {
  tenantId: varchar(12),
  corpId: varchar(64),
  kind: varchar(8),
  key: varchar(200),
  item: jsonb<Item>(),
  /** The run that saw it last. */
  runId: bigint(),
  /** When it was last brought there from here. */
  pushTime: nullable(moment()),
})

/** How far the reading of a directory has come, so that it goes on there. */
export const wecomPull = defineTable('wecomPull', {
  tenantId: varchar(12),
  corpId: varchar(64),
  runId: bigint(),
  step: varchar(8),
  /** Within the step: the last department, or the place among the members and its cursor. */
  position: longText(),
})

/** What a callback said has changed, to be read again. */
export const wecomDirty = defineTable('wecomDirty', {
  tenantId: varchar(12),
  corpId: varchar(64),
  kind: varchar(8),
  key: varchar(200),
  seenTime: moment(),
})

/** Departments a message is for, and what became of each. Those of one part go to the platform in one request. */
export const wecomDelivery = defineTable('wecomDelivery', {
  id: bigint(),
  tenantId: varchar(12),
  messageId: bigint(),
  partNo: integer(),
  deptId: integer(),
  deptName: varchar(64),
  deliverState: smallint(),
  text: varchar(200),
  /** The platform's number of the request. */
  msgid: nullable(varchar(255)),
  /** When it was handed over first; nothing where it certainly was not. */
  claimTime: nullable(timestamp()),
  deliverTime: nullable(timestamp()),
})

/** Which message of the product was handed over for which member, so that nobody gets it twice. */
export const wecomTold = defineTable('wecomTold', {
  tenantId: varchar(12),
  /** Row of the member. */
  memberRow: bigint(),
  messageId: bigint(),
  toldState: smallint(),
  text: varchar(200),
  /** The platform's number of the request. */
  msgid: nullable(varchar(255)),
  claimTime: timestamp(),
  toldTime: nullable(timestamp()),
})
