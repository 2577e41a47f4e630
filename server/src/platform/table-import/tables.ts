import { bigint, defineTable, integer, jsonb, moment, nullable, timestamp, varchar } from '../db/table.ts'

/** What was typed over the cells of an uploaded workbook. */
export const tableMend = defineTable('tableMend', {
  fileId: bigint(),
  tenantId: varchar(12),
  /** By row number, then by column. */
  mends: jsonb<Record<string, Record<string, string>>>(),
  createTime: moment(),
})

/** A workbook whose rows were kept. */
export const tableImport = defineTable('tableImport', {
  id: bigint(),
  tenantId: varchar(12),
  entity: varchar(64),
  fileId: bigint(),
  fileName: varchar(255),
  added: integer(),
  changed: integer(),
  createUser: bigint(),
  createTime: moment(),
  undoTime: nullable(moment()),
})

/** A row that an import added or changed. */
export const tableImportRow = defineTable('tableImportRow', {
  importId: bigint(),
  tenantId: varchar(12),
  rowId: bigint(),
  rowNo: integer(),
  /** The `updateTime` the import left; another one stands where somebody changed the row since. */
  leftTime: timestamp(),
  /** What changed fields held before; null of a row that was added. */
  oldValues: nullable(jsonb<Record<string, unknown>>()),
})
