import { char, defineTable, integer, jsonb, moment, smallint, varchar } from '../../platform/db/table.ts'
import type { WxMenuButton } from '@xueheng/contract/domains/mp/wx-menu.ts'

/** Tags of followers as the platform last told them. */
export const wxTag = defineTable('wxTag', {
  tenantId: varchar(12),
  appid: varchar(32),
  tagid: integer(),
  name: varchar(64),
  count: integer(),
})

/** When something of an account was last read from the platform: its tags. */
export const wxRead = defineTable('wxRead', {
  tenantId: varchar(12),
  appid: varchar(32),
  what: varchar(16),
  readTime: moment(),
})

/** The menu as it was last published or read. */
export const wxMenuKept = defineTable('wxMenuKept', {
  tenantId: varchar(12),
  appid: varchar(32),
  buttons: jsonb<WxMenuButton[]>(),
  conditional: jsonb<object[]>(),
  keptTime: moment(),
})

/** A pull of all followers: where it is, so that it goes on from there. */
export const wxUserPull = defineTable('wxUserPull', {
  tenantId: varchar(12),
  appid: varchar(32),
  /** Rows seen by it carry it. */
  no: integer(),
  /** The next page begins behind this openid. */
  nextOpenid: varchar(64),
  total: integer(),
  done: integer(),
  isDone: smallint(),
})

/** What the platform told of a message that was accepted; it may come before the sender has written its number. */
export const wxSendFinish = defineTable('wxSendFinish', {
  tenantId: varchar(12),
  appid: varchar(32),
  msgid: varchar(32),
  sendStatus: smallint(),
  finishTime: moment(),
})

/** A code by which a parent proves to be one of a student. */
export const wxBindCode = defineTable('wxBindCode', {
  tenantId: varchar(12),
  codeHash: char(64),
  studentCode: varchar(24),
  classCode: varchar(40),
  expireTime: moment(),
  used: integer(),
})

/** Wrong codes of a follower within the hour. */
export const wxBindTry = defineTable('wxBindTry', {
  tenantId: varchar(12),
  appid: varchar(32),
  openid: varchar(64),
  tries: integer(),
  sinceTime: moment(),
})
