import { defineTable, longText, moment } from './table.ts'

export const schemaMigration = defineTable(
  'schemaMigration',
  {
    name: longText(),
    hash: longText(),
    appliedTime: moment(),
  },
  { wall: 'none' },
)
