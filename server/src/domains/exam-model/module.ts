import type { Explain, ItemExplain, ScoringExplain } from '@xueheng/contract/domains/exam-model/explain.ts'
import * as model from '@xueheng/contract/domains/exam-model/exam-model.ts'
import * as item from '@xueheng/contract/domains/exam-model/model-item.ts'
import * as scoring from '@xueheng/contract/domains/exam-model/model-scoring.ts'
import { sql } from 'kysely'
import { partsOf } from '../../platform/comma-list.ts'
import { remove } from '../../platform/rows/write.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { type EntityHooks, defineModule, implement } from '../../platform/module.ts'
import { computeItems, computeModel, computeScorings, requireBureau, scoringOf, scoringsByCode } from './compute.ts'
import { itemHooks, modelAccess, modelHooks, scoringHooks } from './definitions.ts'
import { type Bench, itemOf, openBench } from './item-values.ts'
import { type KeptRow, type Outcome, type RunKey, findRun, readRows } from './runs.ts'
import { examIdsOf } from './sources.ts'
import { saveTyped } from './typed-values.ts'
import { findModel, makeFinal, modelResult, modelVersions, saveVersion } from './versions.ts'

/** Working results are the bureau's own: to others there are none. */
async function workingRows<E extends Explain>(
  ctx: Ctx,
  key: Omit<RunKey, 'examKey'>,
  examIds: string,
): Promise<KeptRow<E>[]> {
  const run =
    ctx.scope.level === 'all' ? await findRun(ctx, { ...key, examKey: examIdsOf(examIds).join(',') }) : undefined
  return run ? readRows(ctx, sql`run_id = ${run.id}`) : []
}

function benchFor(ctx: Ctx, examIds: string): Promise<Bench> {
  requireBureau(ctx)
  return openBench(ctx, examIdsOf(examIds))
}

async function createItems(ctx: Ctx, input: { examIds: string; itemCode: string | null }): Promise<Outcome> {
  const bench = await benchFor(ctx, input.examIds)
  const codes = partsOf(input.itemCode)
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
  const codes = partsOf(input.scoringCode)
  const wanted =
    codes.length > 0
      ? codes.map((code) => scoringOf(known, code))
      : [...known.values()].filter((one) => one.isSealed !== 1)
  return (await computeScorings(bench, wanted, input.schoolGroup ?? '')).outcome
}

function removing({ entity, hooks }: EntityHooks) {
  return (ctx: Ctx, input: { ids: string | null; id: string | null }) =>
    remove(entity, ctx, partsOf(input.ids || input.id), hooks)
}

/** Indicators, scoring items and models of evaluation with their results and versions. */
export const examModelModule = defineModule({
  name: 'exam-model',
  handlers: [
    implement(item.getExamModelItemResult, (ctx, input) =>
      workingRows<ItemExplain>(ctx, { kind: 'item', code: input.itemCode, schoolGroup: '' }, input.examIds),
    ),
    implement(item.createExamModelItemResult, createItems),
    implement(item.saveExamModelItemValue, async (ctx, input) =>
      saveTyped(await benchFor(ctx, input.examIds), input.itemCode, input.values),
    ),
    implement(scoring.deleteModelScoring, removing(scoringHooks)),
    implement(scoring.getExamModelScoringResult, (ctx, input) =>
      workingRows<ScoringExplain>(
        ctx,
        { kind: 'scoring', code: input.scoringCode, schoolGroup: input.schoolGroup ?? '' },
        input.examIds,
      ),
    ),
    implement(scoring.createExamModelScoringResult, createScorings),
    implement(model.deleteModel, removing(modelHooks)),
    implement(model.getExamModelResult, modelResult),
    implement(model.createExamModelResult, async (ctx, input) =>
      computeModel(await benchFor(ctx, input.examIds), await findModel(ctx, input.modelCode)),
    ),
    implement(model.listAllModelVersion, modelVersions),
    implement(model.saveModelResultVersion, saveVersion),
    implement(model.saveExamModelFinalData, makeFinal),
  ],
  access: modelAccess,
  hooks: [itemHooks, scoringHooks, modelHooks],
})
