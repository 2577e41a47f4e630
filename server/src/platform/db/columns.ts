import type { Field, FieldKind } from '@xueheng/contract/kit/field.ts'

/** The PostgreSQL type of each kind of field. */
const TYPES = {
  text: (field) => `varchar(${field.length ?? 255})`,
  paragraph: () => 'text',
  integer: () => 'integer',
  decimal: (field) => `numeric(18,${field.scale ?? 2})`,
  percent: () => 'numeric(9,6)',
  flag: () => 'smallint',
  date: () => 'date',
  dateTime: () => 'timestamp(0)',
  dict: (field) => (field.numeric ? 'integer' : 'varchar(64)'),
  ref: (field) => (field.value ? 'varchar(64)' : 'bigint'),
  image: () => 'varchar(500)',
  icon: (field) => `varchar(${field.length ?? 100})`,
  json: () => 'jsonb',
  secret: () => 'text',
} satisfies Record<FieldKind, (field: Field) => string>

export function columnType(field: Field): string {
  return field.multiple ? 'jsonb' : TYPES[field.kind](field)
}
