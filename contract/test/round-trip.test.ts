import { expect, test } from 'vitest'
import { registry } from '../src/index.ts'
import type { AnyEntity } from '../src/kit/domain.ts'
import type { Field, Fields } from '../src/kit/field.ts'
import { parseFields } from '../src/derive/schema.ts'
import { type Made, madeRow, typedSecrets } from './made-row.ts'

const entities = registry.resources.map((entity) => [entity.name, entity] as const)

function postedRow(entity: AnyEntity): Made {
  return { ...madeRow(entity, 7), ...typedSecrets(entity, 7) }
}

function changed(fields: Fields, row: Made, change: (field: Field, value: unknown) => unknown): Made {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field as Field, row[name])]))
}

test.each(entities)('%s: a row with every value set is taken as it was sent', (_name, entity) => {
  expect(parseFields(entity.fields as Fields, postedRow(entity))).toMatchObject({ ok: true })
})

test.each(entities)('%s: a row with a null for each optional value is taken as it was sent', (_name, entity) => {
  const fields = entity.fields as Fields
  const row = changed(fields, postedRow(entity), (field, value) => (field.required ? value : null))
  expect(parseFields(fields, row)).toMatchObject({ ok: true })
})

test.each(entities)('%s: several keys sent as a comma list are the same as a list', (_name, entity) => {
  const fields = entity.fields as Fields
  const row = madeRow(entity, 7)
  const lists = changed(fields, row, (field, value) => (field.multiple ? ['1', '2'] : value))
  const commas = changed(fields, row, (field, value) => (field.multiple ? '1,2' : value))
  expect(parseFields(fields, commas)).toEqual(parseFields(fields, lists))
})
