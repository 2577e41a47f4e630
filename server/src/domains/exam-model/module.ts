import * as model from '@xueheng/contract/domains/exam-model/exam-model.ts'
import * as item from '@xueheng/contract/domains/exam-model/model-item.ts'
import * as scoring from '@xueheng/contract/domains/exam-model/model-scoring.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { sql } from 'kysely'
import { idsOf } from '../../platform/crud/handlers.ts'
import { remove } from '../../platform/crud/write.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import { type EntityHooks, defineModule, implement } from '../../platform/module.ts'
import { computeItems, computeModel, computeScorings, requireBureau, scoringOf, scoringsByCode } from './compute.ts'
import { itemHooks, modelHooks, scoringHooks } from './definitions.ts'
import { type Bench, itemOf, openBench, unitsOf } from './item-values.ts'
import { type Outcome, type RunKey, findRun, readRows } from './runs.ts'
import { type Unit, examIdsOf } from './sources.ts'
import { findModel, makeFinal, modelResult, modelVersions, saveVersion } from './versions.ts'

/** Working results are the bureau's own: to others there are none. */
async function workingRows(ctx: Ctx, key: Omit<RunKey, 'examKey'>, examIds: string) {
  const run =
    ctx.scope.level === 'all' ? await findRun(ctx, { ...key, examKey: examIdsOf(examIds).join(',') }) : undefined
  return (run ? await readRows(ctx, sql`run_id = ${run.id}`) : []) as never[]
}

function benchFor(ctx: Ctx, examIds: string): Promise<Bench> {
  requireBureau(ctx)
  return openBench(ctx, examIdsOf(examIds))
}

/** The codes of a comma list; none given means all. */
function codesIn(text: string | null): string[] {
  return (text ?? '')
    .split(',')
    .map((code) => code.trim())
    .filter(Boolean)
}

async function createItems(ctx: Ctx, input: { examIds: string; itemCode: string | null }): Promise<Outcome> {
  const bench = await benchFor(ctx, input.examIds)
  const codes = codesIn(input.itemCode)
  const wanted =
    codes.length > 0
      ? codes.map((code) => itemOf(bench, code))
      : [...bench.items.values()].filter((one) => one.isSealed !== 1)
  return computeItems(bench, wanted)
}

async function createScorings(
  ctx: Ctx,
  input: { examIds: string; scoringCode: string | null; schoolGroup: string | null },
): Promise<Outcome> {
  const bench = await benchFor(ctx, input.examIds)
  const known = await scoringsByCode(ctx)
  const codes = codesIn(input.scoringCode)
  const wanted =
    codes.length > 0
      ? codes.map((code) => scoringOf(known, code))
      : [...known.values()].filter((one) => one.isSealed !== 1)
  return (await computeScorings(bench, wanted, input.schoolGroup ?? '')).outcome
}

async function saveTyped(
  ctx: Ctx,
  input: { examIds: string; itemCode: string; values: item.TypedValue[] },
): Promise<void> {
  const bench = await benchFor(ctx, input.examIds)
  const found = itemOf(bench, input.itemCode)
  if (found.formulaKind !== item.FORMULA.manual) throw refuse(`指标「${found.itemName}」不是人工录入的`)
  checkTyped(input.values, await unitsOf(bench, found.grain))
  await sql`insert into exam_model_item_value (tenant_id, item_code, exam_key, unit_code, value, update_user)
    select ${ctx.user.tenantId}, ${found.itemCode}, ${bench.examKey}, r."unitCode", r.value, ${ctx.user.id}
    from jsonb_to_recordset(${JSON.stringify(input.values)}::jsonb) as r ("unitCode" text, value float8)
    on conflict (tenant_id, item_code, exam_key, unit_code)
      do update set value = excluded.value, update_user = excluded.update_user, update_time = localtimestamp(0)`.execute(
    ctx.db,
  )
  await computeItems(bench, [found])
}

function checkTyped(values: unknown, units: Unit[]): void {
  if (!Array.isArray(values)) throw refuse('指标值应为列表')
  const open = new Map(units.map((unit) => [unit.unitCode, unit.unitName]))
  for (const given of values as (Partial<item.TypedValue> | null)[]) {
    const { unitCode = '', value } = given ?? {}
    const name = open.get(unitCode)
    if (name === undefined)
      throw refuse(
        units.some((unit) => unit.unitCode === unitCode) ? '同一评价对象只能录入一次' : '评价对象不在这次考试里',
      )
    open.delete(unitCode)
    if (value !== null && !(Number.isFinite(value) && Math.abs(Number(value)) < 1e9)) {
      throw refuse(`「${name}」的指标值应为数字`)
    }
  }
}

function removing(entity: AnyEntity, { hooks }: EntityHooks) {
  return (ctx: Ctx, input: { ids: string | null; id: string | null }) =>
    remove(entity, ctx, idsOf({ ids: input.ids || input.id }), hooks)
}

/** Indicators, scoring items and models of evaluation with their results and versions. */
export const examModelModule = defineModule({
  name: 'exam-model',
  handlers: [
    implement(item.getExamModelItemResult, (ctx, input) =>
      workingRows(ctx, { kind: 'item', code: input.itemCode, schoolGroup: '' }, input.examIds),
    ),
    implement(item.createExamModelItemResult, createItems),
    implement(item.saveExamModelItemValue, saveTyped),
    implement(scoring.deleteModelScoring, removing(scoring.examModelScoring, scoringHooks)),
    implement(scoring.getExamModelScoringResult, (ctx, input) =>
      workingRows(
        ctx,
        { kind: 'scoring', code: input.scoringCode, schoolGroup: input.schoolGroup ?? '' },
        input.examIds,
      ),
    ),
    implement(scoring.createExamModelScoringResult, createScorings),
    implement(model.deleteModel, removing(model.examModel, modelHooks)),
    implement(model.getExamModelResult, (ctx, input) => modelResult(ctx, input) as Promise<never[]>),
    implement(model.createExamModelResult, async (ctx, input) =>
      computeModel(await benchFor(ctx, input.examIds), await findModel(ctx, input.modelCode)),
    ),
    implement(model.listAllModelVersion, modelVersions),
    implement(model.saveModelResultVersion, saveVersion),
    implement(model.saveExamModelFinalData, makeFinal),
  ],
  hooks: [itemHooks, scoringHooks, modelHooks],
})
