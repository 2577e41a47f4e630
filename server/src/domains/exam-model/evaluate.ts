import type { Ctx } from '../../platform/ctx.ts'
import { computeModel } from './compute.ts'
import { openBench } from './item-values.ts'
import { examIdsOf } from './sources.ts'
import { findModel, makeFinal, saveVersion } from './versions.ts'

/** The whole way of a model in one go: results, a version of them, and that version as the final one. */
export async function evaluate(ctx: Ctx, modelCode: string, examIds: string, versionName: string): Promise<void> {
  await computeModel(await openBench(ctx, examIdsOf(examIds)), await findModel(ctx, modelCode))
  const { versionNo } = await saveVersion(ctx, { modelCode, examIds, versionName, remark: null })
  await makeFinal(ctx, { modelCode, versionNo })
}
