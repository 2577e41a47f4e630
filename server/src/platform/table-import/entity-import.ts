import { registry } from '@xueheng/contract'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { entityImportCalls } from '@xueheng/contract/platform/table-import.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { into } from '../access/doors.ts'
import { assertMay } from '../access/rights.ts'
import { logOperation } from '../audit/operation-log.ts'
import type { Ctx } from '../ctx.ts'
import { lockKey } from '../db/pool.ts'
import { refreshStatistics } from '../db/statistics.ts'
import { AppError, refuse } from '../error.ts'
import { type JobDefinition, type JobProgress, type JobResult, defineJob } from '../jobs/jobs.ts'
import { type Implementation, type Module, defineModule, implement } from '../module.ts'
import { columnsOf, columnsWithOptions } from './entity-columns.ts'
import { type ImportRow, type Imported, judgeRows, keyField } from './judge-rows.ts'
import { type Saved, findHidden, saveRows } from './save-rows.ts'
import { NOT_IMPORTED, type TableImport, faultsOf, isFaulty, lookHandlers, openBook, readBook } from './table-import.ts'
import { askAboutChanged, findImport, listImports, recordImport, undoImport, type Undone } from './undo-import.ts'

const MOST_ROWS = 100_000
/** So many new rows change how the statements that follow are best planned. */
const MANY = 1000
const NOTE = '带 * 的列必填；可填名称或代码；已有的数据按表中内容修改，留空的单元格不改；以「示例」开头的行不会导入'

interface ImportPayload {
  entity: string
  fileId: string
  /** Numbers of the rows the user leaves out. */
  leftOut: number[]
}

interface UndoPayload {
  entity: string
  importId: string
  rows: number
}

interface ImportJobs {
  keep: JobDefinition<ImportPayload>
  undo: JobDefinition<UndoPayload>
}

/** Workbooks of every entity with an `importKey`: looked through at once, kept by a job. */
export function importModule(modules: readonly Module[]): Module {
  const imported = registry.entities.filter(({ importKey }) => importKey).map((entity) => bind(entity, modules))
  const byName = new Map(imported.map((one) => [one.entity.name, one]))
  const jobs = { keep: importJob(byName), undo: undoJob(byName) }
  return defineModule({
    name: 'imports',
    handlers: imported.flatMap((one) => handlersOf(one, jobs)),
    jobs: [jobs.keep, jobs.undo],
  })
}

/** Throws where a declaration promises what rows in bulk cannot keep. */
function bind(entity: AnyEntity, modules: readonly Module[]): Imported {
  const { hooks = {} } = modules.flatMap((one) => one.hooks).find((one) => one.entity === entity) ?? {}
  const isPlain = !entity.tree && !entity.tenantless && !hooks.around && !hooks.afterSave
  if (!isPlain) throw new Error(`${entity.name} has an importKey, but more to do for each row than a check`)
  return { entity, hooks }
}

function handlersOf(imported: Imported, jobs: ImportJobs): Implementation[] {
  const { entity } = imported
  const calls = entityImportCalls(entity)
  return [
    ...lookHandlers(calls, lookOf(imported)),
    implement(calls.commit, async (ctx, { fileId, leftOut }) => {
      const { name } = await openBook(ctx, fileId)
      const rows = leftOut ?? []
      const jobId = await ctx.jobs.start(
        ctx,
        jobs.keep,
        { entity: entity.name, fileId, leftOut: rows },
        `导入${entity.title}：${name}`,
      )
      return { jobId }
    }),
    implement(calls.history, (ctx) => listImports(ctx, entity)),
    implement(calls.undo, async (ctx, { id }) => {
      const { fileName, added, changed } = await findImport(ctx, entity, id)
      if (added > 0) assertMay(ctx, `${entity.permission}_delete`)
      if (changed > 0) assertMay(ctx, `${entity.permission}_edit`)
      await askAboutChanged(ctx, entity, id)
      const payload = { entity: entity.name, importId: id, rows: added + changed }
      const jobId = await ctx.jobs.start(ctx, jobs.undo, payload, `撤销导入${entity.title}：${fileName}`)
      return { jobId }
    }),
  ]
}

function lookOf(imported: Imported): Omit<TableImport, 'save' | 'lock'> {
  const { entity } = imported
  return {
    title: `${entity.title}导入`,
    note: NOTE,
    columns: columnsOf(entity),
    mostRows: MOST_ROWS,
    columnsWithOptions: (ctx) => columnsWithOptions(ctx, entity),
    at: (ctx, _asked, work) => work(ctx),
    async judge(ctx, table) {
      const rows = await judgeRows(ctx, imported, table)
      await markHidden(ctx, entity, rows)
      return { rows, message: '' }
    },
  }
}

/** Data scopes are asked of rows as they would be kept. */
async function markHidden(ctx: Ctx, entity: AnyEntity, rows: readonly ImportRow[]): Promise<void> {
  const good = rows.filter((row) => !isFaulty(row))
  const hidden = await findHidden(ctx, entity, good)
  for (const row of good) if (hidden.has(row.rowNo)) row.faults[keyField(entity)] = '不在您的数据范围内'
}

function importJob(imported: ReadonlyMap<string, Imported>): JobDefinition<ImportPayload> {
  return defineJob<ImportPayload>({
    name: 'platform.import-rows',
    title: '导入工作簿',
    singletonKey: ({ fileId }) => fileId,
    async run(ctx, payload, progress) {
      const one = imported.get(payload.entity)
      if (!one) throw new AppError('row.notFound')
      return importFile(ctx, one, payload, progress)
    },
  })
}

/** Judges the file once more against the database of this moment and keeps what is not left out: all of it or nothing. */
async function importFile(
  ctx: Ctx,
  { entity, hooks }: Imported,
  { fileId, leftOut }: ImportPayload,
  progress: JobProgress,
): Promise<JobResult> {
  await progress.report({ step: '读取文件' })
  const book = await openBook(ctx, fileId)
  const { rows: table } = await readBook(book, columnsOf(entity), MOST_ROWS)
  const left = new Set(leftOut)
  const wanted = table.filter(({ rowNo }) => !left.has(rowNo))
  const total = wanted.length
  if (total === 0) throw refuse('没有可导入的行')
  return progress.finish(async (inside) => {
    await lockKey(inside.db, `import-${entity.name}-${ctx.user.tenantId}`)
    await progress.report({ step: '校验', done: 0, total })
    const rows = await judgeRows(inside, { entity, hooks }, wanted, (done) => progress.report({ done, total }))
    const faulty = rows.filter(isFaulty)
    if (faulty.length > 0) throw faultsOf(faulty, NOT_IMPORTED)
    await progress.report({ step: '写入', done: 0, total })
    const { written, ...saved } = await saveRows(inside, entity, rows)
    await recordImport(inside, entity, book, written)
    const skipped = table.filter(({ rowNo }) => left.has(rowNo)).map(({ rowNo }) => rowNo)
    await logOperation(inside, `${entity.name}.import`, `${entity.title}导入`, {
      entity: entity.name,
      after: { ...saved, fileId, file: book.name, leftOut: skipped },
    })
    if (saved.added > MANY) await refreshStatistics(inside.db, into(entity), columnsAskedBy(entity))
    return { text: sentence(saved, skipped) }
  })
}

/** By what rows are found right after: their key and their units. */
function columnsAskedBy({ importKey = [], scope = {} }: AnyEntity): string[] {
  return [...new Set([...(importKey as string[]), ...Object.values(scope)])].map(snake)
}

function sentence({ added, changed, same }: Omit<Saved, 'written'>, skipped: readonly number[]): string {
  const [fresh, other, old] = [added, changed, same].map((n) => n.toLocaleString('en'))
  const kept = `新增${fresh}行，变更${other}行，未变${old}行`
  return skipped.length > 0 ? `${kept}；未导入${skipped.length}行：第${skipped.join('、')}行`.slice(0, 500) : kept
}

function undoJob(imported: ReadonlyMap<string, Imported>): JobDefinition<UndoPayload> {
  return defineJob<UndoPayload>({
    name: 'platform.undo-import',
    title: '撤销导入',
    singletonKey: ({ importId }) => importId,
    async run(ctx, { entity: name, importId, rows: total }, progress) {
      const one = imported.get(name)
      if (!one) throw new AppError('row.notFound')
      await progress.report({ step: '撤销', done: 0, total })
      await progress.finish(async (inside) => {
        await lockKey(inside.db, `import-${name}-${ctx.user.tenantId}`)
        const undone = await undoImport(inside, one, importId, (done) => progress.report({ ...done, total }))
        await logOperation(inside, `${name}.undoImport`, `撤销${one.entity.title}导入`, {
          entity: name,
          after: { ...undone, importId },
        })
        return { text: undoneText(undone) }
      })
    },
  })
}

function undoneText({ removed, restored, kept }: Undone): string {
  const [gone, back, stay] = [removed, restored, kept].map((n) => n.toLocaleString('en'))
  const done = `删除新增的${gone}行，恢复变更的${back}行`
  return kept > 0 ? `${done}；${stay}行导入后又被修改，保持现状` : done
}
