import { char, date, defineTable, integer, longText, moment, nullable, varchar } from '../db/table.ts'

/** One access token per account of a provider, whichever process asked for it. `sealed`: under the master key. */
export const providerToken = defineTable('providerToken', {
  tenantId: varchar(12),
  holder: varchar(128),
  sealed: nullable(longText()),
  /** Tells whether the secret is still the one the token was given for. */
  secretMark: nullable(char(64)),
  expireTime: nullable(moment()),
  /** Until then somebody is asking for the next one. */
  askedUntil: nullable(moment()),
})

/** What an account has used of a limit by the day. */
export const providerUsage = defineTable('providerUsage', {
  tenantId: varchar(12),
  holder: varchar(128),
  day: date(),
  name: varchar(64),
  used: integer(),
})

/** Callbacks of the last minutes by time and nonce, so that none can be used for another body. */
export const callbackSeen = defineTable('callbackSeen', {
  tenantId: varchar(12),
  holder: varchar(128),
  nonceHash: char(64),
  bodyHash: char(64),
  seenTime: moment(),
})
