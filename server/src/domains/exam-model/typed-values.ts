import {
  FORMULA,
  type TypedValue,
  examModelItem,
  saveExamModelItemValue,
} from '@xueheng/contract/domains/exam-model/model-item.ts'
import { sql } from 'kysely'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { refuse } from '../../platform/error.ts'
import { computeItems } from './compute.ts'
import { type Bench, itemOf, unitsOf } from './item-values.ts'
import type { Unit } from './sources.ts'
import { own } from '../../platform/db/table.ts'
import { examModelItemValue } from './tables.ts'

/** Keeps what was typed for some units beside what was typed before, and computes the indicator anew. */
export async function saveTyped(bench: Bench, itemCode: string, values: TypedValue[]): Promise<void> {
  const { ctx, examKey } = bench
  const item = itemOf(bench, itemCode)
  if (item.formulaKind !== FORMULA.manual) throw refuse(`指标「${item.itemName}」不是人工录入的`)
  checkTyped(values, await unitsOf(bench, item.grain))
  const before = await typedOf(bench, item.itemCode, values)
  await sql`insert into ${own(examModelItemValue)} (tenant_id, item_code, exam_key, unit_code, value, update_user)
    select ${ctx.user.tenantId}, ${item.itemCode}, ${examKey}, r."unitCode", r.value, ${ctx.user.id}
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as r ("unitCode" text, value float8)
    on conflict (tenant_id, item_code, exam_key, unit_code)
      do update set value = excluded.value, update_user = excluded.update_user, update_time = localtimestamp(0)`.execute(
    ctx.db,
  )
  await logOperation(ctx, saveExamModelItemValue.name, saveExamModelItemValue.title, {
    entity: examModelItem.name,
    rowId: item.id,
    before: { examKey, ...before },
    after: { examKey, ...Object.fromEntries(values.map(({ unitCode, value }) => [unitCode, value])) },
  })
  await computeItems(bench, [item])
}

/** What stood there of these units, by their codes. */
async function typedOf({ ctx, examKey }: Bench, itemCode: string, values: TypedValue[]) {
  const codes = values.map(({ unitCode }) => unitCode)
  const { rows } = await sql<TypedValue>`select unit_code, value from ${own(examModelItemValue)}
    where item_code = ${itemCode} and exam_key = ${examKey} and unit_code = any(${codes}::text[])`.execute(ctx.db)
  return Object.fromEntries(rows.map(({ unitCode, value }) => [unitCode, value]))
}

/** Units of the exam only, each once, with a number or nothing. */
function checkTyped(values: Partial<TypedValue>[], units: Unit[]): void {
  const names = new Map(units.map((unit) => [unit.unitCode, unit.unitName]))
  const seen = new Set<string>()
  for (const { unitCode = '', value } of values) {
    const name = names.get(unitCode)
    if (name === undefined) throw refuse('评价对象不在这次考试里')
    if (seen.has(unitCode)) throw refuse('同一评价对象只能录入一次')
    seen.add(unitCode)
    if (value !== null && !(Number.isFinite(value) && Math.abs(Number(value)) < 1e9)) {
      throw refuse(`「${name}」的指标值应为数字`)
    }
  }
}
