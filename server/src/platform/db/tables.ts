import { defineTable, longText, moment, varchar } from './table.ts'

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
