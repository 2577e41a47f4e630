import { char, defineTable, longText, varchar } from '../../platform/db/table.ts'

/** Private keys by the SM3 digest of their public half, encrypted under the master key; no call reads this table. */
export const sealKey = defineTable('sealKey', {
  tenantId: varchar(12),
  fingerprint: char(64),
  wrapped: longText(),
})
