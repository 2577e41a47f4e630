import { registry } from '@xueheng/contract'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { every, visible } from '../access/doors.ts'
import type { Ctx } from '../ctx.ts'
import { dictLabels } from '../rows/labels.ts'
import { labelField } from '../rows/tree.ts'
import { typedFields } from './entity-columns.ts'
import type { TableRow } from './table-file.ts'

export interface ReadCells {
  /** By field; blank cells are left out. */
  typed: Record<string, unknown>
  faults: Record<string, string>
}

/** What is written → the keys it may mean. */
type Words = ReadonlyMap<string, readonly string[]>

/** A function that reads the cells of one row of `table`: words become keys, days and flags what forms send. */
export async function cellReader(
  ctx: Ctx,
  entity: AnyEntity,
  table: readonly TableRow[],
): Promise<(row: TableRow) => ReadCells> {
  const fields = typedFields(entity)
  const words = new Map<string, Words>()
  for (const [name, field] of fields) {
    if (field.kind === 'dict') words.set(name, await wordsOfDict(ctx, field))
    if (field.kind === 'ref') words.set(name, await wordsOfRows(ctx, field, writtenIn(name, field, table)))
  }
  return ({ values }) => {
    const read: ReadCells = { typed: {}, faults: {} }
    for (const [name, field] of fields) takeCell(read, name, field, values[name]?.trim() ?? '', words.get(name))
    return read
  }
}

function takeCell(read: ReadCells, name: string, field: Field, text: string, words: Words | undefined): void {
  if (text === '') return
  if (!words) {
    read.typed[name] = plainValue(field, text)
    return
  }
  const keys: string[] = []
  for (const part of partsOf(field, text)) {
    const [key, other] = words.get(part) ?? []
    if (key === undefined) read.faults[name] = `${field.label}「${part}」不存在`
    else if (other !== undefined) read.faults[name] = `${field.label}「${part}」不止一个，请填写代码`
    else keys.push(key)
  }
  read.typed[name] = field.multiple ? keys : keys[0]
}

function partsOf({ multiple }: Field, text: string): string[] {
  const parts = multiple ? text.split(/[、,，;；]/) : [text]
  return parts.map((part) => part.trim()).filter(Boolean)
}

const FLAGS: Record<string, number> = { 是: 1, 有: 1, 否: 0, 无: 0 }
const DAY = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(.*)$/
const BARE_DAY = /^(\d{4})(\d{2})(\d{2})$/

function plainValue(field: Field, text: string): unknown {
  if (field.kind === 'flag') return FLAGS[text] ?? text
  if (field.kind === 'date' || field.kind === 'dateTime') return dayValue(field, text)
  if (field.isSchoolYear) return text.replace(/^(\d{4})\s*[-–—~至]\s*\d{4}(学年)?$/, '$1')
  return field.check === 'creditCode' ? text.toUpperCase() : text
}

/** 2026/9/1, 2026年9月1日 and 20260901 → 2026-09-01. */
function dayValue(field: Field, text: string): string {
  const [, year = '', month = '', day = '', rest = ''] = DAY.exec(text) ?? BARE_DAY.exec(text) ?? []
  if (year === '') return text
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return field.kind === 'date' ? iso : `${iso} ${rest.trim() || '00:00:00'}`
}

/** Words and keys of a dictionary alike. */
async function wordsOfDict(ctx: Ctx, { dict = '' }: Field): Promise<Words> {
  const labels = [...(await dictLabels(ctx, dict))]
  return new Map([...itself(labels.map(([key]) => key)), ...grouped(labels)])
}

function writtenIn(name: string, field: Field, table: readonly TableRow[]): string[] {
  return [...new Set(table.flatMap(({ values }) => partsOf(field, values[name] ?? '')))]
}

/** Rows that are referred to by their key, or by their name where the writer sees them. */
async function wordsOfRows(ctx: Ctx, field: Field, written: string[]): Promise<Words> {
  const entity = registry.entity(field.ref ?? '')
  const label = sql.ref(snake(labelField(entity)))
  const value = sql.ref(snake(field.value ?? 'id'))
  const named = await sql<{ key: string; word: string }>`select ${value}::text as key, ${label} as word
    from ${visible(ctx, entity)} r where ${label} = any(${written})`.execute(ctx.db)
  const keyed = await sql<{ key: string }>`select distinct ${value}::text as key
    from ${every(entity, 'who may refer to the row is asked with the values of all rows')} r
    where is_deleted = 0 and ${value}::text = any(${written})`.execute(ctx.db)
  const names = grouped(named.rows.map(({ key, word }) => [key, word]))
  return new Map([...names, ...itself(keyed.rows.map(({ key }) => key))])
}

function itself(keys: readonly string[]): Map<string, string[]> {
  return new Map(keys.map((key) => [key, [key]]))
}

function grouped(labels: readonly (readonly [string, string])[]): Map<string, string[]> {
  const words = new Map<string, string[]>()
  for (const [key, word] of labels) words.set(word, [...(words.get(word) ?? []), key])
  return words
}
