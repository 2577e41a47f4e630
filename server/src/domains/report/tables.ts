import { bigint, char, defineTable, longText, nullable, timestamp, varchar } from '../../platform/db/table.ts'

/** A person's own words in place of generated ones in one part of a paper. */
export const reportPaperText = defineTable('reportPaperText', {
  id: bigint(),
  tenantId: varchar(12),
  examId: bigint(),
  paper: varchar(20),
  document: varchar(200),
  part: varchar(20),
  /** Digest of what its author may see: who sees the same is told when it no longer fits. */
  sight: char(64),
  /** What the figures said when it was written; printed only where they say the same. */
  generated: longText(),
  content: longText(),
  editUser: nullable(bigint()),
  editUserName: varchar(64),
  editTime: timestamp(),
})
