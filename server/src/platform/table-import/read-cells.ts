import { registry } from '@xueheng/contract'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { every, visible } from '../access/doors.ts'
import type { Ctx } from '../ctx.ts'
import { dictLabels } from '../rows/labels.ts'
import { labelField } from '@xueheng/contract/derive/label-field.ts'
import { schoolField, typedFields } from './entity-columns.ts'
import type { TableRow } from './table-file.ts'

export interface ReadCells {
  /** By field; blank cells are left out. */
  typed: Record<string, unknown>
  faults: Record<string, string>
}

/** A row or word that is referred to, and the school it is of where it is of one. */
interface Meant {
  key: string
  school?: string | null
}

/** What is written → what it may mean. */
type Words = ReadonlyMap<string, readonly Meant[]>

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
  const schoolOf = await schoolReader(ctx, entity, table)
  return (row) => {
    const read: ReadCells = { typed: {}, faults: {} }
    const school = schoolOf(row)
    for (const [name, field] of fields)
      takeCell(read, name, field, row.values[name]?.trim() ?? '', words.get(name), school)
    return read
  }
}

/** A function that answers the school a row names, by its key; nothing where it names none, or a name of several. */
async function schoolReader(
  ctx: Ctx,
  entity: AnyEntity,
  table: readonly TableRow[],
): Promise<(row: TableRow) => string | undefined> {
  const [name = '', field] = schoolField(entity) ?? []
  if (!field) return () => undefined
  const words = await wordsOfRows(ctx, field, writtenIn(name, field, table))
  return ({ values }) => {
    const [found, other] = words.get(values[name]?.trim() ?? '') ?? []
    return other ? undefined : found?.key
  }
}

/** Of several that have one name, those of the school; all where none is. */
function ofSchool(meant: readonly Meant[], school: string | undefined): readonly Meant[] {
  if (meant.length < 2 || school === undefined) return meant
  const own = meant.filter((one) => one.school === school)
  return own.length > 0 ? own : meant
}

function takeCell(
  read: ReadCells,
  name: string,
  field: Field,
  text: string,
  words: Words | undefined,
  school: string | undefined,
): void {
  if (text === '') return
  if (!words) {
    if (field.kind === 'flag' && !Object.hasOwn(FLAGS, text)) read.faults[name] = `${field.label}应为「是」或「否」`
    else read.typed[name] = plainValue(field, text)
    return
  }
  const keys: string[] = []
  for (const part of partsOf(field, text)) {
    const [found, other] = ofSchool(words.get(part) ?? [], school)
    if (found === undefined) read.faults[name] = `${field.label}「${part}」不存在`
    else if (other !== undefined) read.faults[name] = `${field.label}「${part}」不止一个，请填写代码`
    else keys.push(found.key)
  }
  read.typed[name] = field.multiple ? keys : keys[0]
}

function partsOf({ multiple }: Field, text: string): string[] {
  const parts = multiple ? text.split(/[、,，;；]/) : [text]
  return parts.map((part) => part.trim()).filter(Boolean)
}

const FLAGS: Record<string, number> = { 是: 1, 有: 1, 1: 1, 否: 0, 无: 0, 0: 0 }
const DAY = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(.*)$/
const BARE_DAY = /^(\d{4})(\d{2})(\d{2})$/

function plainValue(field: Field, text: string): unknown {
  if (field.kind === 'flag') return FLAGS[text]
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
  const labels = [...(await dictLabels(ctx, dict))].map(([key, word]) => ({ key, word }))
  return new Map([...itself(labels), ...grouped(labels)])
}

function writtenIn(name: string, field: Field, table: readonly TableRow[]): string[] {
  return [...new Set(table.flatMap(({ values }) => partsOf(field, values[name] ?? '')))]
}

/** Rows that are referred to by their key, or by their name where the writer sees them. */
async function wordsOfRows(ctx: Ctx, field: Field, written: string[]): Promise<Words> {
  const entity = registry.entity(field.ref ?? '')
  const label = sql.ref(snake(labelField(entity)))
  const value = sql.ref(snake(field.value ?? 'id'))
  const school = entity.scope?.school === undefined ? sql`null` : sql.ref(snake(entity.scope.school))
  const named = await sql<{ key: string; word: string; school: string | null }>`
    select ${value}::text as key, ${label} as word, ${school}::text as school
    from ${visible(ctx, entity)} r where ${label} = any(${written})`.execute(ctx.db)
  const keyed = await sql<{ key: string }>`select distinct ${value}::text as key
    from ${every(entity, 'who may refer to the row is asked with the values of all rows')} r
    where is_deleted = 0 and ${value}::text = any(${written})`.execute(ctx.db)
  return new Map([...grouped(named.rows), ...itself(keyed.rows)])
}

function itself(rows: readonly Meant[]): Map<string, Meant[]> {
  return new Map(rows.map((row) => [row.key, [row]]))
}

function grouped(rows: readonly (Meant & { word: string })[]): Map<string, Meant[]> {
  const words = new Map<string, Meant[]>()
  for (const { word, ...meant } of rows) words.set(word, [...(words.get(word) ?? []), meant])
  return words
}
