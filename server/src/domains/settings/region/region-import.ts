import * as call from '@xueheng/contract/domains/settings/region-import.ts'
import { ROOT_REGION, region } from '@xueheng/contract/domains/settings/region.ts'
import { fieldMessage, normalize } from '@xueheng/contract/derive/schema.ts'
import type { Input } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { logOperation } from '../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { inTransaction } from '../../../platform/db/pool.ts'
import type { FileAnswer } from '../../../platform/files/files.ts'
import { openWorkbook } from '../../../platform/files/open-workbook.ts'
import { type Implementation, implement } from '../../../platform/module.ts'
import { type ExportJob, isLong, startLongExport } from '../../../platform/rows/long-export.ts'
import { countForSheet, walkRows } from '../../../platform/rows/walk-rows.ts'
import { XLSX_TYPE } from '../../../platform/sheet/write.ts'
import type { TableRow } from '../../../platform/table-import/table-file.ts'
import {
  type JudgedRow,
  type Kept,
  type TableImport,
  importHandlers,
  keepTable,
  freshBook,
} from '../../../platform/table-import/table-import.ts'
import { type TenantDeps, assertHolds, assertManaging } from '../../tenancy/index.ts'
import { REGION_ROWS, type RegionView, selectRegions } from './region-rows.ts'
import { addRegion, changeRegion, codeFault } from './region-write.ts'

type Deps = Pick<TenantDeps, 'config'>

const NOTE = '带 * 的列必填；区划编码每级两位，以上级编码开头；上级编码留空则由区划编码得出；以「示例」开头的行不会导入'

/** Divisions by workbook, and the workbook of those a list shows. */
export function regionImportHandlers(deps: Deps): Implementation[] {
  const kind = importKind(deps)
  return [
    ...importHandlers(call.regionImports, kind),
    implement(call.regionImport, (ctx, asked, info) =>
      kind.at(ctx, asked, (inside) => keepTable(kind, inside, asked, freshBook(info))),
    ),
  ]
}

function importKind(deps: Deps): TableImport {
  return {
    title: '行政区划导入',
    note: NOTE,
    columns: call.REGION_COLUMNS,
    lock: () => 'regions',
    at(ctx, _asked, work) {
      assertManaging(deps, ctx)
      return work(ctx)
    },
    async judge(ctx, table, { isCovered }) {
      if (isCovered === 1) assertHolds(ctx, 'region_edit')
      return { rows: judgeRows(table, await levelsOf(ctx, table), isCovered === 1), message: '' }
    },
    save,
  }
}

/** Levels of the divisions a workbook names or hangs on, by code. */
type Levels = ReadonlyMap<string, number>

async function levelsOf(ctx: Ctx, table: TableRow[]): Promise<Levels> {
  const codes = [...new Set([ROOT_REGION, ...table.flatMap(({ values }) => [codeOf(values), parentOf(values)])])]
  const rows = await selectRegions(ctx, sql`r.code = any(${codes})`)
  return new Map(rows.map(({ code, regionLevel }) => [code, regionLevel]))
}

type Cells = Record<string, string>

function codeOf({ code = '' }: Cells): string {
  return code.trim()
}

/** Without one the code itself tells it. */
function parentOf(values: Cells): string {
  return values['parentCode']?.trim() || codeOf(values).slice(0, -2) || ROOT_REGION
}

/** Each row with all that is wrong with it; those above may stand in the same workbook, in any place. */
function judgeRows(table: TableRow[], known: Levels, isCovered: boolean): JudgedRow[] {
  const seen = new Map<string, number>()
  const named = new Set(table.map(({ values }) => codeOf(values)))
  return table.map(({ rowNo, values }) => {
    const code = codeOf(values)
    const isKnown = known.has(code)
    const faults = { ...valueFaults(values), ...placeFaults(values, known, named) }
    if (isKnown && !isCovered) faults['code'] = '该区划编码已存在'
    const twin = seen.get(code)
    if (twin !== undefined) faults['code'] = `与第${twin}行的区划编码相同`
    seen.set(code, rowNo)
    return { rowNo, values, faults, isKnown, input: inputOf(values), ...(isKnown && { id: code }) }
  })
}

function valueFaults(values: Cells): Record<string, string> {
  const faults = (['name', 'sort', 'remark'] as const).map((name) => {
    const field = { ...region.fields[name], required: name === 'name' }
    return [name, fieldMessage(field, values[name] ?? '')] as const
  })
  return Object.fromEntries(faults.flatMap(([name, message]) => (message ? [[name, message]] : [])))
}

function placeFaults(values: Cells, known: Levels, named: ReadonlySet<string>): Record<string, string> {
  const [code, parentCode] = [codeOf(values), parentOf(values)]
  if (known.has(code)) return {}
  if (!known.has(parentCode) && !named.has(parentCode)) return { parentCode: '上级区划不存在' }
  const message = codeFault(code, { code: parentCode, level: levelOf(parentCode) }, ROOT_REGION)
  return message ? { code: message } : {}
}

/** Two digits a level. */
function levelOf(code: string): number {
  return code === ROOT_REGION ? 0 : code.length / 2
}

/** What is left empty stays as it is. */
function inputOf(values: Cells): Record<string, unknown> {
  const typed = (['name', 'sort', 'remark'] as const).filter((name) => values[name]?.trim())
  return {
    code: codeOf(values),
    ...Object.fromEntries(typed.map((name) => [name, normalize(region.fields[name], values[name]?.trim())])),
  }
}

/** Those above before those below. */
async function save(ctx: Ctx, rows: JudgedRow[]): Promise<Kept> {
  const kept = { added: 0, changed: 0 }
  const inOrder = rows.toSorted((one, other) => codeOf(one.values).length - codeOf(other.values).length)
  for (const { id, input, values } of inOrder) {
    const parentCode = parentOf(values)
    if (id) await changeRegion(ctx, id, input)
    else await addRegion(ctx, input, parentCode, levelOf(parentCode) + 1)
    kept[id ? 'changed' : 'added'] += 1
  }
  await logOperation(ctx, 'region.import', '行政区划导入', { entity: 'region', after: kept })
  return kept
}

/** The divisions of a list as they are imported; a job makes the workbook of many where whoever asks can fetch it later. */
export async function exportRegions(
  ctx: Ctx,
  asked: Input<typeof call.regionExport>,
  where: Parameters<typeof selectRegions>[1],
): Promise<FileAnswer | ExportJob> {
  const { name: exporting, title } = call.regionExport
  const rows = { ...REGION_ROWS, condition: where }
  const made = await inTransaction(ctx.db, async (db) => {
    const total = await countForSheet(db, rows)
    if (isLong(asked, total)) return startLongExport({ ...ctx, db }, exporting, title, asked)
    async function* lines(): AsyncGenerator<Cells> {
      let done = 0
      await ctx.report?.({ step: '写入工作簿', done, total })
      for await (const batch of walkRows<RegionView>(db, rows)) {
        yield* batch.map(cellsOf)
        done += batch.length
        await ctx.report?.({ done })
      }
    }
    const header = call.REGION_COLUMNS.map(({ key, title, width }) => ({ key, title, width }))
    const sheet = { name: region.title, header, rows: lines(), freeze: { rows: 1, columns: 0 } }
    const { body } = await openWorkbook(ctx.files, [sheet])
    return { name: `${region.title}.xlsx`, contentType: XLSX_TYPE, body, rows: total }
  })
  if ('jobId' in made) return made
  await logOperation(ctx, 'region.export', '行政区划导出', { entity: 'region', after: { rows: made.rows } })
  return made
}

function cellsOf({ code, name, parentCode, sort, remark }: RegionView): Cells {
  return { code, name, parentCode, sort: String(sort), remark: remark ?? '' }
}
