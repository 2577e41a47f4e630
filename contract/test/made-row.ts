import { creditCheckCharacter, idCheckCharacter, isbnOf } from '../src/derive/check.ts'
import type { AnyEntity } from '../src/kit/domain.ts'
import { type Field, type Fields, flagOfSecret, secretNames, withoutSecrets } from '../src/kit/field.ts'

export type Made = Record<string, unknown>

/** A value the declaration allows, another for each `n`; keys of dictionaries and of other rows are what `key` says. */
export function madeValue(name: string, field: Field, n: number, { mark = '文', key = '1' } = {}): unknown {
  switch (field.kind) {
    case 'integer':
      return integer(field, n)
    case 'decimal':
    case 'percent':
      return decimal(field, n)
    case 'flag':
      return 0
    case 'date':
      return '2026-09-01'
    case 'dateTime':
      return '2026-09-01 08:00:00'
    case 'dict':
    case 'ref':
      return picked(field, key)
    case 'json':
      return SHAPED[field.shape ?? 'row']
    case 'image':
      return '/a.png'
    case 'icon':
      return 'BookOutlined'
    case 'secret':
      return `S3cret${n}${name}`.padEnd(field.length ?? 40, 'x').slice(0, field.length)
    default:
      return text(name, field, n, mark)
  }
}

const SHAPED = { texts: ['甲'], integers: [1], row: {}, rows: [{}] }

/** A row as the server answers it: id, every declared field, secrets as set, who and when. */
export function madeRow(entity: AnyEntity, n: number): Made {
  const fields = Object.entries(withoutSecrets(entity.fields as Fields))
  const values = Object.fromEntries(fields.map(([name, field]) => [name, madeValue(name, field, n)]))
  const set = Object.fromEntries(secretNames(entity.fields).map((name) => [flagOfSecret(name), 1]))
  return { id: String(n), ...values, ...set, updateTime: '2026-01-05 08:00:00', status: 1, isDeleted: 0 }
}

/** The secrets of a row, which rows do not carry, as somebody types them. */
export function typedSecrets(entity: AnyEntity, n: number): Made {
  const fields = Object.entries(entity.fields as Fields).filter(([, field]) => field.kind === 'secret')
  return Object.fromEntries(fields.map(([name, field]) => [name, madeValue(name, field, n)]))
}

function integer(field: Field, n: number): number {
  if (field.min === 1900) return 1950 + (n % 1000)
  const least = field.min ?? 0
  return least + (n % ((field.max ?? 1_000_000) + 1 - least))
}

function decimal(field: Field, n: number): unknown {
  if (field.wireNumber) return Math.max(field.min ?? 0, n % 100)
  return `${n % (field.max ?? 1_000_000)}.${'5'.padEnd(field.scale ?? 2, '0')}`
}

function picked(field: Field, key: string): unknown {
  const one = field.numeric ? Number(key) : key
  return field.multiple ? [one] : one
}

function text(name: string, field: Field, n: number, mark: string): string {
  const digits = String(n)
  switch (field.check) {
    case 'creditCode': {
      const first = `12510100${digits.padStart(9, '0')}`
      return first + creditCheckCharacter(first)
    }
    case 'studentCode': {
      const first = `51010020100101${digits.padStart(3, '0').slice(-3)}`
      return n < 1000 ? `G${first}${idCheckCharacter(first)}` : `L${digits.padStart(18, '0')}`
    }
    case 'idCard': {
      const first = `51010019900101${digits.padStart(3, '0').slice(-3)}`
      return first + idCheckCharacter(first)
    }
    case 'phone':
      return `138${digits.padStart(8, '0')}`
    case 'email':
      return `a${digits}@example.cn`
    case 'isbn':
      return isbnOf(`978${digits.padStart(9, '0')}`)
    case 'webLink':
      return `https://example.cn/${digits}`
    case 'memberId':
      return `u${digits}.${name}`
    default:
      return `${mark}${digits}${name}`.slice(0, field.length ?? 255)
  }
}
