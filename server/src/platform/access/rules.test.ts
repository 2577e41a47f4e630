import type { Registry } from '@xueheng/contract/derive/registry.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { collectRules } from './rules.ts'

type Modules = Parameters<typeof collectRules>[1]

const open = { name: 'open' }
const closed = { name: 'closed', limited: true }
const registry = { entities: [open, closed], byHand: [] } as unknown as Registry
const limit = () => sql`true`

/** Modules as far as rules are concerned. */
function modules(...entities: object[]): Modules {
  const access = entities.map((entity) => ({ entity, limit }))
  return [{ access, hooks: [], audiences: {}, schools: open }] as unknown as Modules
}

test('a limited entity with its rule starts', () => {
  expect([...collectRules(registry, modules(closed)).limits.keys()]).toEqual(['closed'])
})

test.each([
  ['a limited entity without its rule', modules(), 'closed: declared limited'],
  ['a rule for an entity that is not declared limited', modules(closed, open), 'open: declared not limited'],
  ['two rules for one entity', modules(closed, closed), 'closed: two modules give its limit'],
  [
    'a rule for what follows in a field nobody declared',
    [
      {
        access: [
          { entity: closed, limit },
          { entity: { ...open, fields: {} }, follows: { state: sql`1` } },
        ],
      },
    ],
    'open: has no field state',
  ],
  [
    'a rule for what follows in a large list',
    [
      {
        access: [
          { entity: closed, limit },
          { entity: { ...open, fields: { state: {} }, large: {} }, follows: { state: sql`1` } },
        ],
      },
    ],
    'open: a large list',
  ],
  [
    'a program without a register of schools',
    [{ access: [{ entity: closed, limit }], hooks: [], audiences: {} }],
    'no module',
  ],
])('%s does not start', (_title, given, message) => {
  const whole = given.map((one) => ({ hooks: [], audiences: {}, ...one }))
  expect(() => collectRules(registry, whole as unknown as Modules)).toThrow(message)
})

test('entities whose modules check removals are known', () => {
  const [module] = modules(closed)
  const hooks = [
    { entity: open, hooks: { beforeSave: () => undefined } },
    { entity: closed, hooks: { beforeRemove: () => undefined } },
  ]
  const given = [{ ...module, hooks }] as unknown as Modules
  expect([...collectRules(registry, given).guarded]).toEqual(['closed'])
})
