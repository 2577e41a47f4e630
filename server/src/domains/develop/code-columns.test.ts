import type { CodeField } from '@xueheng/contract/domains/develop/code.ts'
import type { SourceColumn } from '@xueheng/contract/domains/develop/datasource.ts'
import { expect, test } from 'vitest'
import { fieldsOfColumns } from './code-columns.ts'

const column = (name: string, type = 'text', more: Partial<SourceColumn> = {}): SourceColumn => ({
  name,
  type,
  isRequired: false,
  isKey: false,
  comment: '',
  ...more,
})

test.each<[string, Partial<CodeField>]>([
  ['character varying(80)', { kind: 'text', size: 80 }],
  ['character varying(1000)', { kind: 'text', size: 1000 }],
  ['character varying(1001)', { kind: 'paragraph' }],
  ['character varying', { kind: 'paragraph' }],
  ['character(2)', { kind: 'text', size: 2 }],
  ['text', { kind: 'paragraph' }],
  ['smallint', { kind: 'integer' }],
  ['integer', { kind: 'integer' }],
  ['integer[]', { kind: 'paragraph' }],
  ['bigint', { kind: 'text', size: 20 }],
  ['numeric', { kind: 'decimal', size: 4 }],
  ['numeric(8,2)', { kind: 'decimal', size: 2 }],
  ['numeric(8,0)', { kind: 'decimal', size: 0 }],
  ['numeric(20,9)', { kind: 'decimal', size: 6 }],
  ['real', { kind: 'decimal', size: 4 }],
  ['double precision', { kind: 'decimal', size: 4 }],
  ['boolean', { kind: 'flag' }],
  ['date', { kind: 'date' }],
  ['timestamp(0) without time zone', { kind: 'dateTime' }],
  ['uuid', { kind: 'text', size: 36 }],
  ['jsonb', { kind: 'paragraph' }],
])('a column of the type %s becomes a field of its kind', (type, kind) => {
  const [field] = fieldsOfColumns([column('a', type)], new Set(), null)
  expect(field).toEqual({ name: 'a', label: 'a', isRequired: false, isSearched: true, ...kind })
})

test('keys and what every table of the product has are left out; the first two that stay are searched', () => {
  const columns = [
    column('book_id', 'integer', { isKey: true }),
    column('code'),
    column('id'),
    column('tenant_id'),
    column('create_time'),
    column('title', 'text', { isRequired: true }),
    column('own_key'),
    column('price'),
  ]
  const fields = fieldsOfColumns(columns, new Set(), 'own_key')
  expect(fields.map(({ name, isRequired, isSearched }) => [name, isRequired, isSearched])).toEqual([
    ['code', false, true],
    ['title', true, true],
    ['price', false, false],
  ])
})

test('a field is labelled by what is said of its column, in one line of fifty letters', () => {
  const labels = fieldsOfColumns(
    [
      column('a', 'text', { comment: ' 书\n\t名\u0000 ' }),
      column('b', 'text', { comment: '长'.repeat(60) }),
      column('c', 'text', { comment: ' ' }),
      column('书 名'),
    ],
    new Set(),
    null,
  ).map(({ name, label }) => [name, label])
  expect(labels).toEqual([
    ['a', '书 名'],
    ['b', '长'.repeat(50)],
    ['c', 'c'],
    ['shuMing', '书 名'],
  ])
})

test('a hundred columns of a table are taken, under names of their own', () => {
  const columns = Array.from({ length: 101 }, () => column('select'))
  const names = fieldsOfColumns(columns, new Set(['select']), null).map(({ name }) => name)
  expect([names.length, new Set(names).size]).toEqual([100, 100])
  expect(names.slice(0, 3)).toEqual(['selectValue', 'select2', 'select3'])
})
