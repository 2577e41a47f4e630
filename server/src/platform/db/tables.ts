import { bigint, defineTable, longText, moment, varchar } from './table.ts'

export const schemaMigration = defineTable(
  'schemaMigration',
  {
    name: longText(),
    hash: longText(),
    appliedTime: moment(),
  },
  { wall: 'none' },
)

export const installation = defineTable('installation', { name: varchar(64), value: varchar(255) }, { wall: 'none' })

/** How far the log of the database was when a person last wrote, was told of something or was shown the primary's rows, in bytes. */
export const readMark = defineTable('readMark', { tenantId: varchar(12), userId: bigint(), position: bigint() })
