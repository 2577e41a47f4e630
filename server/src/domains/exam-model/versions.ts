import {
  examModel,
  saveExamModelFinalData,
  saveModelResultVersion,
  versionFields,
} from '@xueheng/contract/domains/exam-model/exam-model.ts'
import { GRAIN } from '@xueheng/contract/domains/exam-model/model-item.ts'
import type { ScopeColumns } from '@xueheng/contract/kit/entity.ts'
import type { Row } from '@xueheng/contract/kit/field.ts'
import type { ScoringPart } from '@xueheng/contract/domains/exam-model/explain.ts'
import { sql } from 'kysely'
import { logOperation } from '../../platform/audit/operation-log.ts'
import { findBy } from '../../platform/rows/read.ts'
import { scopeCondition } from '../../platform/access/scope.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, refuse } from '../../platform/error.ts'
import { nextId } from '../../platform/db/id.ts'
import { lockKey } from '../../platform/db/pool.ts'
import { type Model, requireBureau } from './compute.ts'
import { discloseResults } from './disclose-results.ts'
import { type KeptRow, copyRows, findRun, lockRuns, readRows } from './runs.ts'
import { examIdsOf } from './sources.ts'
import { type RowOf, own } from '../../platform/db/table.ts'
import { examModelVersion } from './tables.ts'
import { every, visible } from '../../platform/access/doors.ts'
import { user } from '@xueheng/contract/domains/people/user.ts'

const USER_NAMES = every(user, 'who saved a version is named to all who see it')

/** Units the caller may see are found by these columns; a row without the column of the caller's level stays hidden. */
const SCOPE: Record<number, ScopeColumns> = {
  [GRAIN.area]: { area: 'areaCode' },
  [GRAIN.school]: { area: 'areaCode', school: 'schoolCode' },
  [GRAIN.class]: { area: 'areaCode', school: 'schoolCode', class: 'classCode' },
  [GRAIN.teacher]: { area: 'areaCode', school: 'schoolCode', class: 'classCode' },
}

function inScope(ctx: Ctx, grain: number) {
  return scopeCondition(ctx.rules, SCOPE[grain], ctx.scope) ?? sql`true`
}

export async function findModel(ctx: Ctx, modelCode: string): Promise<Model> {
  const row = await findBy(examModel, ctx, { modelCode })
  if (!row) throw new AppError('row.notFound')
  return row
}

type Version = RowOf<typeof examModelVersion.columns>

const isBureau = (ctx: Ctx) => ctx.scope.level === 'all'

/** Versions the caller may read, the newest first. */
async function findVersions(ctx: Ctx, modelCode: string, versionNo?: number | null): Promise<Version[]> {
  const found =
    await sql<Version>`select * from ${own(examModelVersion)} where model_code = ${modelCode} and (${isBureau(ctx)} or is_final = 1)
      and (${versionNo ?? null}::int is null or version_no = ${versionNo ?? null}::int)
    order by version_no desc`.execute(ctx.db)
  return found.rows
}

interface Asked {
  modelCode: string
  examIds: string | null
  versionNo: number | null
}

/** What a model came to, as far as the caller may see the units: a version, the present results, else the newest final version. */
export async function modelResult(
  ctx: Ctx,
  { modelCode, examIds, versionNo }: Asked,
): Promise<KeptRow<ScoringPart[]>[]> {
  await findModel(ctx, modelCode)
  if (isBureau(ctx) && examIds && !versionNo) {
    const run = await findRun(ctx, {
      kind: 'model',
      code: modelCode,
      examKey: examIdsOf(examIds).join(','),
      schoolGroup: '',
    })
    return run ? readRows(ctx, sql`run_id = ${run.id}`) : []
  }
  const versions = await findVersions(ctx, modelCode, versionNo)
  const examKey = examIds ? examIdsOf(examIds).join(',') : undefined
  const version = versions.find((one) => (versionNo || one.isFinal === 1) && (!examKey || one.examKey === examKey))
  if (!version && versionNo) throw new AppError('row.notFound')
  if (!version) return []
  const { id, modelSnapshot } = version
  const rows = await readRows<ScoringPart[]>(ctx, sql`version_id = ${id} and ${inScope(ctx, modelSnapshot.grain)}`)
  return isBureau(ctx) ? rows : discloseResults(ctx, version.examKey.split(','), rows)
}

export async function modelVersions(ctx: Ctx, { modelCode }: { modelCode: string | null }) {
  const found = await sql<Row<typeof versionFields>>`select v.model_code, v.version_no, v.version_name,
      to_json(string_to_array(v.exam_key, ',')) as exam_ids, v.model_snapshot, v.is_final,
      u.name as create_user_name, v.create_time, v.remark
    from ${own(examModelVersion)} v left join ${USER_NAMES} u on u.id = v.create_user
    join ${visible(ctx, examModel)} m on m.model_code = v.model_code
    where (${modelCode || null}::text is null or v.model_code = ${modelCode || null}::text) and (${isBureau(ctx)} or v.is_final = 1)
    order by v.create_time desc, v.version_no desc limit 1000`.execute(ctx.db)
  return found.rows
}

interface NewVersion {
  modelCode: string
  examIds: string
  versionName: string | null
  remark: string | null
}

/** The present results with the model they were made by, kept for good. */
export async function saveVersion(ctx: Ctx, input: NewVersion): Promise<{ versionNo: number }> {
  requireBureau(ctx)
  const model = await findModel(ctx, input.modelCode)
  const examKey = examIdsOf(input.examIds).join(',')
  await lockRuns(ctx, examKey)
  await lockVersions(ctx, model)
  const run = await findRun(ctx, { kind: 'model', code: model.modelCode, examKey, schoolGroup: '' })
  if (!run?.modelSnapshot) throw refuse('请先计算这些考试的结果')
  const last = await sql<{ no: number }>`select coalesce(max(version_no), 0)::int as no from ${own(examModelVersion)}
    where model_code = ${model.modelCode}`.execute(ctx.db)
  const versionNo = (last.rows[0]?.no ?? 0) + 1
  const id = nextId()
  const name = input.versionName || `第${versionNo}版`
  await sql`insert into ${own(examModelVersion)} (id, tenant_id, model_code, version_no, version_name, exam_key, model_snapshot, is_final, remark, create_user)
    values (${id}, ${ctx.user.tenantId}, ${model.modelCode}, ${versionNo}, ${name}, ${examKey}, ${JSON.stringify(run.modelSnapshot)}, 0,
      ${input.remark ?? ''}, ${ctx.user.id})`.execute(ctx.db)
  await copyRows(ctx, run.id, id)
  await note(ctx, saveModelResultVersion, model, { versionNo, versionName: name })
  return { versionNo }
}

/** One version of a model and its exams is the final one; it takes the place of another. */
export async function makeFinal(
  ctx: Ctx,
  { modelCode, versionNo }: { modelCode: string; versionNo: number },
): Promise<void> {
  requireBureau(ctx)
  const model = await findModel(ctx, modelCode)
  await lockVersions(ctx, model)
  const [version] = await findVersions(ctx, modelCode, versionNo)
  if (!version) throw new AppError('row.notFound')
  await sql`update ${own(examModelVersion)} set is_final = 0
    where model_code = ${modelCode} and exam_key = ${version.examKey} and is_final = 1 and id <> ${version.id}`.execute(
    ctx.db,
  )
  await sql`update ${own(examModelVersion)} set is_final = 1 where id = ${version.id}`.execute(ctx.db)
  await note(ctx, saveExamModelFinalData, model, { versionNo })
}

/** Versions of one model are numbered and made final one after the other. */
function lockVersions(ctx: Ctx, model: Model): Promise<void> {
  return lockKey(ctx.db, `exam-model-version|${ctx.user.tenantId}|${model.modelCode}`)
}

function note(
  ctx: Ctx,
  call: { name: string; title: string },
  model: Model,
  after: Record<string, unknown>,
): Promise<void> {
  return logOperation(ctx, call.name, call.title, { entity: examModel.name, rowId: model.id, after })
}
