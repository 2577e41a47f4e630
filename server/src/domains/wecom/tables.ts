import { bigint, defineTable, jsonb, longText, moment, varchar } from '../../platform/db/table.ts'
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
