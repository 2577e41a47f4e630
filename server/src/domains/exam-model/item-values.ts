import type { ItemExplain } from '@xueheng/contract/domains/exam-model/explain.ts'
import { EXAM_ROLE, FORMULA, examModelItem } from '@xueheng/contract/domains/exam-model/model-item.ts'
import { TOTAL_COURSE } from '@xueheng/contract/domains/exam/exam-rule.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { listAll } from '../../platform/rows/read.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import { ExpressionFault, codesOf, evaluate, parseExpression } from './expression.ts'
import { quotaField } from './quota-fields.ts'
import { lockRuns } from './runs.ts'
import { tidy } from './scoring-rules.ts'
import {
  type Source,
  type Unit,
  type UnitRow,
  grainName,
  openSources,
  readFront,
  readUnits,
  readValueAdded,
} from './sources.ts'
import { own } from '../../platform/db/table.ts'
import { examModelItemValue } from './tables.ts'

export type Item = EntityRow<typeof examModelItem.fields>

export interface ItemValue {
  value: number | null
  n: number | null
  explain: ItemExplain
}

/** What one computation reads: the packages, the indicators, and what was worked out already. */
export interface Bench {
  ctx: Ctx
  sources: Source[]
  examKey: string
  items: Map<string, Item>
  done: Map<string, Promise<unknown>>
}

export async function openBench(ctx: Ctx, examIds: string[]): Promise<Bench> {
  const examKey = examIds.join(',')
  await lockRuns(ctx, examKey)
  const sources = await openSources(ctx, examIds)
  const items = await listAll(examModelItem, ctx, {})
  return {
    ctx,
    sources,
    examKey,
    items: new Map(items.map((item) => [item.itemCode, item])),
    done: new Map(),
  }
}

function once<T>(bench: Bench, key: string, work: () => Promise<T>): Promise<T> {
  const known = bench.done.get(key) as Promise<T> | undefined
  const running = known ?? work()
  bench.done.set(key, running)
  return running
}

export function itemOf(bench: Bench, code: string): Item {
  const item = bench.items.get(code)
  if (!item) throw refuse(`指标「${code}」不存在`)
  return item
}

/** Everyone who is evaluated: the units of the first exam. */
export function unitsOf(bench: Bench, grain: number): Promise<Unit[]> {
  return once(bench, `units ${grain}`, () => readUnits(bench.ctx, current(bench), grainName(grain), null))
}

function current({ sources }: Bench): Source {
  const [first] = sources
  if (!first) throw refuse('请选择考试')
  return first
}

function entry(bench: Bench): Source {
  const last = bench.sources.at(-1)
  if (!last || bench.sources.length < 2) throw refuse('用到入口考试的指标需要至少两次考试，最后一次是入口考试')
  return last
}

/** Values by unit; a unit that is missing has none. `path` holds the indicators that are waiting for this one. */
export function valuesOf(bench: Bench, item: Item, path: string[] = []): Promise<Map<string, ItemValue>> {
  if (path.includes(item.itemCode)) throw refuse(`指标「${item.itemName}」的表达式绕回到自己`)
  return once(bench, `item ${item.itemCode}`, () => {
    switch (item.formulaKind) {
      case FORMULA.quota:
        return fromPackage(bench, item)
      case FORMULA.expression:
        return fromExpression(bench, item, [...path, item.itemCode])
      case FORMULA.valueAdded:
        return fromProgress(bench, item)
      default:
        return fromTyping(bench, item)
    }
  })
}

function examsOf(bench: Bench, item: Item): Source[] {
  if (item.examRole === EXAM_ROLE.entry) return [entry(bench)]
  return item.examRole === EXAM_ROLE.mean ? bench.sources : [current(bench)]
}

/** A field of the package, of one exam or as the mean of several. */
async function fromPackage(bench: Bench, item: Item): Promise<Map<string, ItemValue>> {
  const field = quotaField(item.quotaField)
  if (!field) throw refuse(`指标「${item.itemName}」没有统计字段`)
  const exams = await Promise.all(
    examsOf(bench, item).map(async (source) => ({ source, rows: await rowsOf(bench, source, item) })),
  )
  const units = await unitsOf(bench, item.grain)
  return new Map(
    units.map(({ unitCode }) => {
      const parts = exams.map(({ source: { folder: _folder, ...used }, rows }) => {
        const row = rows.get(unitCode)
        return { ...used, ...(row ? field.of(row) : { top: null, base: null, value: null }) }
      })
      const value = mean(parts.map((part) => part.value))
      const explain: ItemExplain = {
        kind: 'quota',
        field: item.quotaField ?? '',
        courseName: item.courseName || (grainName(item.grain) === 'teacher' ? '' : TOTAL_COURSE),
        exams: parts,
        value,
      }
      return [unitCode, { value, n: exams[0]?.rows.get(unitCode)?.sat ?? null, explain }]
    }),
  )
}

/** Over the exams that have a value. */
function mean(values: (number | null)[]): number | null {
  const present = values.filter((value) => value !== null)
  return present.length === 0 ? null : tidy(present.reduce((sum, value) => sum + value, 0) / present.length)
}

async function rowsOf(bench: Bench, source: Source, item: Item): Promise<Map<string, UnitRow>> {
  const grain = grainName(item.grain)
  const course = item.courseName || null
  const rows = await once(bench, `rows ${source.examId} ${grain} ${course ?? ''}`, () =>
    readUnits(bench.ctx, source, grain, course),
  )
  const isFront = quotaField(item.quotaField)?.needsN && (grain === 'area' || grain === 'school')
  if (!isFront) return new Map(rows.map((row) => [row.unitCode, row]))
  const n = item.frontN ?? 1
  const front = await once(bench, `front ${source.examId} ${grain} ${course ?? ''} ${n}`, () =>
    readFront(bench.ctx, source, grain, course, n),
  )
  return new Map(rows.map((row) => [row.unitCode, { ...row, front: front.get(row.unitId) ?? 0 }]))
}

async function fromExpression(bench: Bench, item: Item, path: string[]): Promise<Map<string, ItemValue>> {
  const tree = parsed(item)
  const inputs = await Promise.all(
    codesOf(tree).map(async (code) => {
      const input = itemOf(bench, code)
      return { code, name: input.itemName, values: await valuesOf(bench, input, path) }
    }),
  )
  const units = await unitsOf(bench, item.grain)
  return new Map(
    units.map(({ unitCode }) => {
      const named = inputs.map(({ code, name, values }) => ({ code, name, value: values.get(unitCode)?.value ?? null }))
      const known = new Map(named.map(({ code, value }) => [code, value]))
      const found = evaluate(tree, (code) => known.get(code) ?? null)
      const value = found === null ? null : tidy(found)
      return [
        unitCode,
        { value, n: null, explain: { kind: 'expression', expression: item.expression ?? '', inputs: named, value } },
      ]
    }),
  )
}

function parsed(item: Item) {
  try {
    return parseExpression(item.expression ?? '')
  } catch (error) {
    if (error instanceof ExpressionFault) throw refuse(`指标「${item.itemName}」：${error.message}`)
    throw error
  }
}

/** Fewer matched students say nothing of a unit. */
const LEAST_MATCHED = 10
/** F55: how strongly small groups are drawn towards 0 while the spread between units is unknown. */
const SHRINK = 15

async function fromProgress(bench: Bench, item: Item): Promise<Map<string, ItemValue>> {
  const [now, before] = [current(bench), entry(bench)]
  const rows = await readValueAdded(bench.ctx, now, before, grainName(item.grain), item.courseName || null)
  const found = new Map(rows.map((row) => [row.unitCode, row]))
  const exams = [now, before].map(({ folder: _folder, ...used }) => used)
  const units = await unitsOf(bench, item.grain)
  return new Map(
    units.map(({ unitCode }) => {
      const row = found.get(unitCode)
      const matched = row?.n ?? 0
      const residual = row?.residual ?? null
      const value =
        residual === null || matched < LEAST_MATCHED ? null : tidy((residual * matched) / (matched + SHRINK))
      const line = { slope: row?.slope ?? null, intercept: row?.intercept ?? null }
      const courseName = item.courseName || TOTAL_COURSE
      return [
        unitCode,
        { value, n: matched, explain: { kind: 'valueAdded', exams, courseName, ...line, matched, residual, value } },
      ]
    }),
  )
}

async function fromTyping(bench: Bench, item: Item): Promise<Map<string, ItemValue>> {
  const typed = await sql<{ unitCode: string; value: number }>`select unit_code, value::float8 as value
    from ${own(examModelItemValue)} where item_code = ${item.itemCode} and exam_key = ${bench.examKey}`.execute(
    bench.ctx.db,
  )
  const values = new Map(typed.rows.map((row) => [row.unitCode, row.value]))
  const units = await unitsOf(bench, item.grain)
  return new Map(
    units.map(({ unitCode }) => {
      const value = values.get(unitCode) ?? null
      return [unitCode, { value, n: null, explain: { kind: 'manual', value } }]
    }),
  )
}
