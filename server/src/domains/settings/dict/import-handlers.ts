import { dictBiz } from '@xueheng/contract/domains/settings/dict-biz.ts'
import { DICT_COLUMNS, dictBizBooks, dictBooks } from '@xueheng/contract/domains/settings/dict-import.ts'
import { dict } from '@xueheng/contract/domains/settings/dict.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import { listAll } from '../../../platform/rows/read.ts'
import type { StoredRow } from '../../../platform/rows/rows.ts'
import { submit } from '../../../platform/rows/write.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { type EntityHooks, type Implementation, implement } from '../../../platform/module.ts'
import { workbook } from '../../../platform/table-import/table-file.ts'
import {
  type JudgedRow,
  type Kept,
  type TableImport,
  importHandlers,
} from '../../../platform/table-import/table-import.ts'
import { type TenantDeps, assertManaging } from '../../tenancy/index.ts'
import { TOP, judgeEntries, keyOf } from './import-judge.ts'

const NOTE =
  '带 * 的列必填；字典键值留空的一行是字典本身，其余各行是它的字典项；编号和键值都相同的已有字典项会被修改，空着的格保持原样；以「示例」开头的行不会导入'

/** Dictionaries and their entries by workbook: those of the tenant, and those all tenants share. */
export function dictImportHandlers(deps: TenantDeps, hooks: EntityHooks[]): Implementation[] {
  const hooksOf = (entity: AnyEntity) => hooks.find((one) => one.entity === entity)?.hooks ?? {}
  const own = { entity: dictBiz as AnyEntity, hooks: hooksOf(dictBiz), guard: () => undefined }
  const shared = { entity: dict as AnyEntity, hooks: hooksOf(dict), guard: (ctx: Ctx) => assertManaging(deps, ctx) }
  return [
    ...importHandlers(dictBizBooks, importKind(own)),
    ...importHandlers(dictBooks, importKind(shared)),
    implement(dictBizBooks.fetch, (ctx, input) => fetchBook(own.entity, ctx, input)),
    implement(dictBooks.fetch, (ctx, input) => fetchBook(shared.entity, ctx, input)),
  ]
}

interface Kind {
  entity: AnyEntity
  hooks: EntityHooks['hooks']
  guard: (ctx: Ctx) => void
}

function importKind(kind: Kind): TableImport {
  const { entity, guard } = kind
  return {
    title: `${entity.title}导入`,
    note: NOTE,
    columns: DICT_COLUMNS,
    lock: (ctx) => `${entity.name}-${entity.tenantless ? '' : ctx.user.tenantId}`,
    at(ctx, _asked, work) {
      guard(ctx)
      return work(ctx)
    },
    async judge(ctx, table) {
      const rows = judgeEntries(table, knownOf(await listAll(entity, ctx, {})))
      const mayChange = ctx.user.isAdministrator || ctx.user.permissions.has(`${entity.permission}_edit`)
      const message = !mayChange && rows.some((row) => row.isKnown) ? '表中有已存在的字典项，您没有修改它们的权限' : ''
      return { rows, message }
    },
    save: (ctx, rows) => save(kind, ctx, rows),
  }
}

function knownOf(rows: StoredRow[]) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(
    rows.map((row) => {
      const parentKey = String(byId.get(String(row['parentId']))?.['dictKey'] ?? '')
      const place = { id: row.id, parentKey: parentKey === TOP ? '' : parentKey }
      return [keyOf(String(row['code']), String(row['dictKey'] ?? '')), place]
    }),
  )
}

const DEFAULTS = { sort: 1, isSealed: 0 }

/** Each row as the form would keep it, those above before those below; what already is so is left alone. */
async function save({ entity, hooks }: Kind, ctx: Ctx, rows: JudgedRow[]): Promise<Kept> {
  const before = new Map((await listAll(entity, ctx, {})).map((row) => [row.id, row]))
  const ids = new Map([...knownOf([...before.values()])].map(([key, { id }]) => [key, id]))
  const kept = { added: 0, changed: 0 }
  for (const row of parentsFirst(rows)) {
    const { code = '', dictKey = '', parentKey = '' } = row.values
    if (row.id) {
      if (!differs(before.get(row.id), row.input)) continue
      await submit(entity, ctx, { ...row.input, id: row.id }, hooks)
      kept.changed += 1
    } else {
      const parentId = dictKey === '' ? '0' : ids.get(keyOf(code, parentKey))
      const made = await submit(entity, ctx, { ...DEFAULTS, ...row.input, dictKey: dictKey || TOP, parentId }, hooks)
      ids.set(keyOf(code, dictKey), made.id)
      kept.added += 1
    }
  }
  await logOperation(ctx, `${entity.name}.import`, `${entity.title}导入`, { entity: entity.name, after: kept })
  return kept
}

function differs(before: StoredRow | undefined, input: Record<string, unknown>): boolean {
  return Object.entries(input).some(([name, value]) => String(before?.[name] ?? '') !== String(value))
}

/** Dictionaries, then their entries level by level. */
function parentsFirst(rows: JudgedRow[]): JudgedRow[] {
  const lines = new Map(rows.map((row) => [keyOf(row.values['code'] ?? '', row.values['dictKey'] ?? ''), row]))
  const depthOf = (row: JudgedRow): number => {
    const { code = '', dictKey = '', parentKey = '' } = row.values
    if (dictKey === '') return 0
    const parent = parentKey === '' ? undefined : lines.get(keyOf(code, parentKey))
    return parent && !row.id ? depthOf(parent) + 1 : 1
  }
  const depths = new Map(rows.map((row) => [row, depthOf(row)]))
  return rows.toSorted((one, other) => (depths.get(one) ?? 0) - (depths.get(other) ?? 0))
}

/** The dictionaries the list shows under these filters with all their entries, in the form they are imported. */
async function fetchBook(entity: AnyEntity, ctx: Ctx, filters: { code: string | null; dictValue: string | null }) {
  const tops = await listAll(entity, ctx, { ...filters, parentId_equal: '0' })
  const all = await listAll(entity, ctx, {})
  const known = knownOf(all)
  const rows = tops.flatMap((top) => all.filter((row) => row['code'] === top['code']).toSorted(topFirst))
  const cells = rows.map((row) =>
    cellsOf(row, known.get(keyOf(String(row['code']), String(row['dictKey'])))?.parentKey),
  )
  const header = DICT_COLUMNS.map(({ key, title, width }) => ({ key, title, width }))
  await logOperation(ctx, `${entity.name}.export`, `${entity.title}导出`, {
    entity: entity.name,
    after: { rows: rows.length },
  })
  return workbook(entity.title, { name: entity.title, header, rows: cells, freeze: { rows: 1, columns: 0 } })
}

function topFirst(one: StoredRow, other: StoredRow): number {
  return Number(other['dictKey'] === TOP) - Number(one['dictKey'] === TOP)
}

function cellsOf(row: StoredRow, parentKey = ''): Record<string, string> {
  const text = (name: string): string => String(row[name] ?? '')
  return {
    code: text('code'),
    dictValue: text('dictValue'),
    dictKey: text('dictKey') === TOP ? '' : text('dictKey'),
    parentKey,
    sort: text('sort'),
    isSealed: text('isSealed') === '1' ? '是' : '否',
    remark: text('remark'),
  }
}
