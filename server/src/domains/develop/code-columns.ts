import type { CodeField } from '@xueheng/contract/domains/develop/code.ts'
import type { SourceColumn } from '@xueheng/contract/domains/develop/datasource.ts'
import { BASE_FIELDS } from '@xueheng/contract/kit/entity.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { nameOf } from './code-names.ts'

/** Columns every table of the product has anyway. */
const STANDING = new Set(['id', 'tenant_id', ...Object.keys(BASE_FIELDS).map(snake)])
const MOST_FIELDS = 100
const LONGEST_LABEL = 50

/** The fields of an entity that holds what a foreign table holds; its key and the standing columns are left out. */
export function fieldsOfColumns(
  columns: SourceColumn[],
  reserved: ReadonlySet<string>,
  pkName: string | null,
): CodeField[] {
  const taken = new Set<string>()
  const own = columns.filter((column) => !column.isKey && column.name !== pkName && !STANDING.has(column.name))
  return own.slice(0, MOST_FIELDS).map((column, at) => {
    const name = nameOf(column.name, reserved, taken)
    taken.add(name)
    const label = (column.comment || column.name).replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()
    const field = { name, label: label.slice(0, LONGEST_LABEL) || name, isRequired: column.isRequired }
    return { ...field, ...kindOf(column.type), isSearched: at < 2 }
  })
}

/** What kind of field holds values of a PostgreSQL type. */
function kindOf(type: string): Pick<CodeField, 'kind' | 'size'> {
  const size = Number(/\((\d+)/.exec(type)?.[1] ?? 0)
  const scale = Number(/,(\d+)\)/.exec(type)?.[1] ?? 0)
  if (type.startsWith('character')) return size > 0 && size <= 1000 ? { kind: 'text', size } : { kind: 'paragraph' }
  if (/^(smallint|integer)$/.test(type)) return { kind: 'integer' }
  if (type === 'bigint') return { kind: 'text', size: 20 }
  if (type.startsWith('numeric')) return { kind: 'decimal', size: Math.min(size > 0 ? scale : 4, 6) }
  if (/^(real|double precision)$/.test(type)) return { kind: 'decimal', size: 4 }
  if (type === 'boolean') return { kind: 'flag' }
  if (type === 'date') return { kind: 'date' }
  if (type.startsWith('timestamp')) return { kind: 'dateTime' }
  if (type === 'uuid') return { kind: 'text', size: 36 }
  return { kind: 'paragraph' }
}
