import { registry } from '@xueheng/contract'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { expect, test } from 'vitest'
import { tableFields } from '../platform/crud/row.ts'
import { SCREENS } from './index.ts'

const modules = import.meta.glob<Record<string, unknown>>('../../../contract/src/domains/*/*.ts', { eager: true })
const declared = Object.values(modules).flatMap((module) => Object.values(module))

function entityCalled(name: string): AnyEntity | undefined {
  return [...registry.entities, ...declared.filter(isEntity)].find((entity) => entity.name === name)
}

function isEntity(value: unknown): value is AnyEntity {
  return typeof value === 'object' && value !== null && 'fields' in value && 'dialect' in value
}

test.each(Object.entries(SCREENS))('layout of %s: the entity and the fields it names are declared', (name, layout) => {
  const fields = Object.keys(entityCalled(name)?.fields ?? {})
  expect(fields).toEqual(expect.arrayContaining([...(layout.first ?? []), ...Object.keys(layout.fields ?? {})]))
  expect(fields.length).toBeGreaterThan(0)
})

test.each(Object.entries(SCREENS))('layout of %s: whatever a row needs can be filled in', (name, layout) => {
  const fields = Object.entries<Field>(entityCalled(name)?.fields ?? {})
  const needed = fields.filter(
    ([, { required, editable, default: preset }]) => required && editable !== 'never' && preset === undefined,
  )
  const left = needed.filter(([field]) => layout.fields?.[field]?.isHidden === true).map(([field]) => field)
  expect(layout.isReadOnly ? [] : left).toEqual([])
})

test('a list whose rows come from elsewhere says from where while it is empty', () => {
  const silent = Object.entries(SCREENS).filter(([, { isReadOnly, emptyHint }]) => isReadOnly && !emptyHint)
  expect(silent.map(([name]) => name)).toEqual([])
})

const everyEntity = [...new Map(declared.filter(isEntity).map((entity) => [entity.name, entity])).values()]

test.each(everyEntity.map((entity) => [entity.name, entity] as const))(
  'list of %s: no two columns of one title',
  (_name, entity) => {
    const titles = tableFields(entity).map(([, field]) => field.label)
    expect(titles).toEqual([...new Set(titles)])
  },
)
