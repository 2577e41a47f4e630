import * as call from '@xueheng/contract/domains/settings/region.ts'
import { regionExport } from '@xueheng/contract/domains/settings/region-import.ts'
import { parseFields } from '@xueheng/contract/derive/schema.ts'
import { sql } from 'kysely'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import { partsOf } from '../../../platform/comma-list.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { AppError, fault, faults } from '../../../platform/error.ts'
import { type Implementation, implement } from '../../../platform/module.ts'
import { type RegionView, findRegion, listRegions, selectRegions } from './region-rows.ts'
import { exportRegions, regionImportHandlers } from './region-import.ts'
import { MOST_LEVELS, type RegionValues, addRegion, changeRegion, codeFault } from './region-write.ts'
import { type TenantDeps, assertHolds, assertManaging } from '../../tenancy/index.ts'
import { own } from '../../../platform/db/table.ts'
import { region } from '../tables.ts'

type Deps = Pick<TenantDeps, 'config'>
type Input = Record<string, unknown>

/** Everybody may read the divisions; administrators of the managing tenant look after them. */
export function regionHandlers(deps: Deps): Implementation[] {
  return [
    implement(call.regionList, (ctx, input) => listRegions(ctx, input, matching(input))),
    implement(call.regionLazyList, (ctx, input) => selectRegions(ctx, matching(input))),
    implement(call.regionLazyTree, (ctx, { parentCode }) => nodes(ctx, parentCode || call.ROOT_REGION)),
    implement(call.regionSelect, (ctx, { code }) =>
      selectRegions(ctx, sql`r.parent_code = ${code || call.ROOT_REGION}`),
    ),
    implement(call.regionDetail, async (ctx, { code, id }) => (await findRegion(ctx, code || id || '')) ?? null),
    implement(call.regionSubmit, (ctx, input) => save(deps, ctx, input)),
    ...regionImportHandlers(deps),
    implement(regionExport, (ctx, input) => exportRegions(ctx, input, matching(input))),
    implement(call.regionRemove, (ctx, { id, ids }) => remove(deps, ctx, partsOf(ids || id))),
  ]
}

/** Divisions that the filters of a list name. */
function matching({ parentCode, code, name, regionLevel }: Input) {
  return sql.join(
    [
      parentCode ? sql`r.parent_code = ${parentCode}` : sql`true`,
      sql`starts_with(r.code, ${code ?? ''})`,
      sql`strpos(r.name, ${name ?? ''}) > 0`,
      regionLevel === null || regionLevel === undefined ? sql`true` : sql`r.region_level = ${regionLevel}`,
    ],
    sql` and `,
  )
}

async function nodes(ctx: Ctx, parentCode: string): Promise<call.RegionNode[]> {
  const rows = await selectRegions(ctx, sql`r.parent_code = ${parentCode}`)
  return rows.map(({ code, name, parentCode: parentId, hasChildren }) => ({
    id: code,
    parentId,
    title: name,
    key: code,
    value: code,
    hasChildren,
  }))
}

/** The code decides: a form that adds below a division carries the key of the division above. */
async function save(deps: Deps, ctx: Ctx, input: Input): Promise<RegionView> {
  const code = String(input['code'] || input['id'] || '')
  await sql`select 1 from ${own(region)} where code = ${code} for update`.execute(ctx.db)
  const before = await findRegion(ctx, code)
  assertHolds(ctx, before ? 'region_edit' : 'region_add')
  assertManaging(deps, ctx)
  if (!input['code'] && input['id'] && !before) throw new AppError('row.notFound')
  if (before && input['updateTime'] && input['updateTime'] !== before.updateTime) throw new AppError('row.stale')
  const parsed = parseFields(call.region.fields, input, { partial: before !== undefined })
  if (!parsed.ok) throw faults(parsed.problems)
  await (before ? changeRegion(ctx, code, parsed.value) : add(ctx, parsed.value))
  const after = (await findRegion(ctx, code)) as RegionView
  await logOperation(ctx, 'region.submit', '保存行政区划', { entity: 'region', rowId: code, before, after })
  return after
}

/** The level follows from the place: one below that of the parent, its code two digits longer. */
async function add(ctx: Ctx, values: RegionValues): Promise<void> {
  const parentCode = values.parentCode || call.ROOT_REGION
  const parent = await findRegion(ctx, parentCode)
  if (!parent) throw fault('parentCode', '上级区划不存在')
  const message = codeFault(String(values.code), { code: parentCode, level: parent.regionLevel }, call.ROOT_REGION)
  if (message) throw fault(parent.regionLevel >= MOST_LEVELS ? 'parentCode' : 'code', message)
  await addRegion(ctx, values, parentCode, parent.regionLevel + 1)
}

async function remove(deps: Deps, ctx: Ctx, codes: string[]): Promise<void> {
  assertManaging(deps, ctx)
  if (codes.length === 0) throw new AppError('request.noSelection')
  const below =
    await sql`select 1 from ${own(region)} where parent_code = any(${codes}) and not code = any(${codes}) limit 1`.execute(
      ctx.db,
    )
  if (below.rows.length > 0) throw new AppError('row.hasChildren')
  for (const code of new Set(codes)) {
    const before = await findRegion(ctx, code)
    if (!before) throw new AppError('row.notFound')
    await sql`delete from ${own(region)} where code = ${code}`.execute(ctx.db)
    await logOperation(ctx, 'region.remove', '删除行政区划', { entity: 'region', rowId: code, before })
  }
}
