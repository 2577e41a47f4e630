import type { Problem } from '@xueheng/contract/derive/schema.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import { withoutMasked } from '../access/mask.ts'
import { isRowInScope } from '../access/scope.ts'
import type { Ctx } from '../ctx.ts'
import { AppError } from '../error.ts'
import type { Hooks } from '../module.ts'
import type { StoredRow } from '../rows/rows.ts'
import { changedNames, isSameValue } from '../rows/same.ts'
import { valueProblems } from '../rows/values.ts'
import { existsError } from '../rows/write.ts'
import { parseRow, typedOf, without } from '../rows/write-input.ts'
import { findKnown, keyText, slicesOf } from './known-rows.ts'
import { cellReader } from './read-cells.ts'
import type { TableRow } from './table-file.ts'
import type { JudgedRow } from './table-import.ts'

/** What is imported: an entity with an `importKey`, and the checks of its module. */
export interface Imported {
  entity: AnyEntity
  hooks: Hooks
}

/** A row as it is to be kept; of one that is there, `input` has what changes and `before` what is kept now. */
export interface ImportRow extends JudgedRow {
  typed: Record<string, unknown>
  before?: StoredRow
}

/** Told how many rows are through. */
export type Report = (done: number) => Promise<void>

const STRIDE = 500

/**
 * Every row with all that is wrong with it: the checks of a single submit, asked for all rows at once where they ask the
 * database. Rows that are there already are found by the import key.
 */
export async function judgeRows(
  ctx: Ctx,
  imported: Imported,
  table: readonly TableRow[],
  report?: Report,
): Promise<ImportRow[]> {
  const { entity } = imported
  const read = await cellReader(ctx, entity, table)
  const rows = table.map((row): ImportRow => ({ ...row, typed: {}, faults: {}, isKnown: false, input: {} }))
  const standing = keyDefaults(entity)
  await inStrides(rows, (row) => {
    const { typed, faults } = read(row)
    Object.assign(row, { typed: { ...standing, ...typed }, faults })
  })
  await markKnown(ctx, entity, rows)
  await inStrides(rows, (row) => parse(entity, row))
  await checkRows(ctx, imported, rows, report)
  for (const row of rows) row.isSame = row.isKnown && isFine(row) && changedNames(row.input, row.before).length === 0
  return rows
}

/** Rows as they would be kept: values, what the module says, units, natural keys. Faults are written into the rows. */
export async function checkRows(
  ctx: Ctx,
  { entity, hooks }: Imported,
  rows: ImportRow[],
  report?: Report,
): Promise<void> {
  await checkValues(ctx, entity, rows)
  await inStrides(rows, (row) => (isFine(row) ? complete(ctx, hooks, entity, row) : undefined), report)
  await checkUnique(ctx, entity, rows)
}

/** Does something with each row; between two strides other requests are served. */
async function inStrides(
  rows: readonly ImportRow[],
  work: (row: ImportRow) => void | Promise<void>,
  report?: Report,
): Promise<void> {
  for (const [at, row] of rows.entries()) {
    if (at % STRIDE === 0) {
      await new Promise((resolve) => setImmediate(resolve))
      await report?.(at)
    }
    await work(row)
  }
}

function isFine({ faults }: ImportRow): boolean {
  return Object.keys(faults).length === 0
}

function blame(row: ImportRow, field: string, message: string): void {
  row.faults[field] ??= message
}

function labelsOf(entity: AnyEntity, names: readonly string[]): string {
  return names.map((name) => entity.fields[name]?.label ?? name).join('、')
}

/** The column that faults of a row as a whole stand in. */
export function keyField(entity: AnyEntity): string {
  return entity.importKey?.at(-1) ?? ''
}

/** Fields of the key that nobody types stand as a new row has them. */
function keyDefaults({ importKey, fields }: AnyEntity): Record<string, unknown> {
  const names = (importKey ?? []) as string[]
  return Object.fromEntries(
    names.flatMap((name) => (fields[name].editable === 'never' ? [[name, fields[name].default]] : [])),
  )
}

/** A key stands once in a workbook; one that is taken makes the row a change, by those who see the row and may edit it. */
async function markKnown(ctx: Ctx, entity: AnyEntity, rows: ImportRow[]): Promise<void> {
  const key: string[] = entity.importKey ?? []
  const keyed = rows.filter(
    ({ typed }) => keyText(key, typed) !== undefined && parseRow(entity, pick(typed, key), true).ok,
  )
  const known = await findKnown(
    ctx,
    entity,
    key,
    keyed.map(({ typed }) => typed),
  )
  const first = new Map<string, number>()
  const at = keyField(entity)
  for (const row of keyed) {
    const text = keyText(key, row.typed) ?? ''
    const twin = first.get(text)
    if (twin === undefined) first.set(text, row.rowNo)
    else blame(row, at, `与第${twin}行的${labelsOf(entity, key)}相同`)
    const found = known.get(text)
    if (found && !found.isSeen) blame(row, at, existsError(entity, key).message)
    else if (found && !mayEdit(ctx, entity)) blame(row, at, `${existsError(entity, key).message}，您没有修改的权限`)
    else if (found) Object.assign(row, { isKnown: true, id: found.row.id, before: found.row })
  }
}

function mayEdit({ user }: Ctx, entity: AnyEntity): boolean {
  return user.isAdministrator || user.permissions.has(`${entity.permission}_edit`)
}

function pick(values: Record<string, unknown>, names: readonly string[]): Record<string, unknown> {
  return Object.fromEntries(names.flatMap((name) => (Object.hasOwn(values, name) ? [[name, values[name]]] : [])))
}

/** Kinds, lengths, formats and what is required; blank cells of a row that is there leave things as they are. */
function parse(entity: AnyEntity, row: ImportRow): void {
  const { typed, before } = row
  const sent = before ? without(entity, withoutMasked(entity.fields as Fields, typed, before), 'add', 'never') : typed
  const parsed = parseRow(entity, sent, before !== undefined)
  if (parsed.ok) row.input = parsed.value
  else for (const { field, message } of parsed.problems) blame(row, field, message)
  if (before) for (const name of fixedNames(entity, row)) blame(row, name, `${entity.fields[name].label}不能修改`)
}

/** Fields that are set once and stand otherwise in the workbook. */
function fixedNames(entity: AnyEntity, { typed, before = { id: '' } }: ImportRow): string[] {
  return Object.entries(entity.fields as Record<string, Field>).flatMap(([name, field]) => {
    const isOther = Object.hasOwn(typed, name) && !isSameValue(typed[name], before[name])
    return field.editable === 'add' && isOther ? [name] : []
  })
}

async function checkValues(ctx: Ctx, { fields, scope }: AnyEntity, rows: ImportRow[]): Promise<void> {
  for (const some of slicesOf(rows)) {
    const values = some.map(({ input, typed, before }) => ({ values: typedOf(input, typed), before }))
    const problems = await valueProblems(ctx, { fields, ...(scope && { scope }) }, values)
    for (const [at, row] of some.entries()) takeProblems(row, problems[at] ?? [])
  }
}

function takeProblems(row: ImportRow, problems: Problem[]): void {
  for (const { field, message } of problems) blame(row, field, message)
}

/** What the module says of the row, and whether it is one of the writer's units. */
async function complete(ctx: Ctx, hooks: Hooks, entity: AnyEntity, row: ImportRow): Promise<void> {
  const at = keyField(entity)
  try {
    // Nobody is asked about a single row of a workbook.
    await hooks.beforeSave?.({ ...ctx, isConfirmed: false }, row.input, row.before)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    if (error.problems.length === 0) blame(row, at, error.message)
    takeProblems(row, error.problems)
    return
  }
  const whole = { ...row.before, ...row.input }
  const isOwn = isRowInScope(entity, ctx.scope, whole) && (!row.before || isRowInScope(entity, ctx.scope, row.before))
  if (!isOwn) blame(row, entity.scope?.school ?? at, '不在您的数据范围内')
}

/** Natural keys beside the import key: once in the workbook, and of no other row. */
async function checkUnique(ctx: Ctx, entity: AnyEntity, rows: ImportRow[]): Promise<void> {
  const others = ((entity.unique ?? []) as string[][]).filter((names) => names.join() !== entity.importKey?.join())
  for (const names of others) {
    const good = rows.filter(isFine)
    const wholes = good.map((row) => ({ row, whole: { ...row.before, ...row.input } }))
    const known = await findKnown(
      ctx,
      entity,
      names,
      wholes.map(({ whole }) => whole),
    )
    const first = new Map<string, number>()
    for (const { row, whole } of wholes) {
      const text = keyText(names, whole)
      if (text === undefined) continue
      const [twin, found] = [first.get(text), known.get(text)]
      if (twin !== undefined) blame(row, names.at(-1) ?? '', `与第${twin}行的${labelsOf(entity, names)}相同`)
      else if (found && found.row.id !== row.id) blame(row, names.at(-1) ?? '', existsError(entity, names).message)
      first.set(text, twin ?? row.rowNo)
    }
  }
}
