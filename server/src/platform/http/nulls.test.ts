import { registry } from '@xueheng/contract'
import { integer, withoutSecrets } from '@xueheng/contract/kit/field.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import { parseFields } from '@xueheng/contract/derive/schema.ts'
import { expect, test } from 'vitest'
import { madeRow } from '../../../../contract/test/made-row.ts'
import { replaceNulls, restoreNulls } from './envelope.ts'

const detail = registry.calls.find((call) => call.answer === 'data' && call.method === 'GET')

function sent(fields: Fields, row: object): Record<string, unknown> {
  if (!detail) throw new Error('no call answers a row')
  return replaceNulls(detail, fields, row) as Record<string, unknown>
}

test.each(registry.entities.map((entity) => [entity.name, entity] as const))(
  '%s: a row sent with stand-ins for null is taken back as it was sent',
  (_name, entity) => {
    // Secrets are never sent; a body without them leaves them as they are.
    const fields = withoutSecrets(entity.fields as Record<string, Field>)
    const row = madeRow(entity, 7)
    for (const [name, field] of Object.entries(fields)) if (!field.required) row[name] = null
    const taken = parseFields(fields, restoreNulls(fields, sent(fields, row)))
    expect(taken).toMatchObject({ ok: true })
    const numbers = Object.keys(fields).filter((name) => sent(fields, row)[name] === -1 && fields[name]?.min !== -1)
    for (const name of numbers) expect(taken.ok && (taken.value as Record<string, unknown>)[name], name).toBeNull()
  },
)

test('-1 stays a number where the declaration allows it, and where a value is required', () => {
  const fields = { quota: integer('账号额度', { min: -1 }), shift: integer('位移', { required: true }) }
  expect(restoreNulls(fields, { quota: -1, shift: -1 })).toEqual({ quota: -1, shift: -1 })
})
