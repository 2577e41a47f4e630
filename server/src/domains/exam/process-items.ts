import { saveProcessItem } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { sql } from 'kysely'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import { implement } from '../../platform/module.ts'
import { requireState } from '../../platform/states.ts'
import { examState, findExam, raiseDataVersion } from './exam-row.ts'
import { own } from '../../platform/db/table.ts'
import { CHOICES, sealedItems, tasksOfItems } from './quota-items.ts'
import { examProcessItem } from './tables.ts'

interface Item {
  itemCode: string
  params: Record<string, unknown>
}

/** Optional tasks an exam does without; none before anything was chosen. */
export async function tasksNotChosen(ctx: Pick<Ctx, 'db'>, examId: string): Promise<string[]> {
  const chosen = await chosenItems(ctx, examId)
  if (chosen.length === 0) return []
  const tasks = await tasksOfItems(ctx)
  const wanted = new Set(chosen.map((code) => tasks.get(code)))
  return CHOICES.filter((task) => task.isOptional && !wanted.has(task.taskCode)).map((task) => task.taskCode)
}

async function chosenItems(ctx: Pick<Ctx, 'db'>, examId: string): Promise<string[]> {
  const found = await sql<{ itemCode: string }>`select item_code from ${own(examProcessItem)}
    where exam_id = ${examId} order by sort`.execute(ctx.db)
  return found.rows.map((row) => row.itemCode)
}

/** `[{"itemCode": "STAT_BASE", "params": {}}]`, or the codes with commas between. */
function readItems(text: string, known: (code: string) => boolean): Item[] {
  const given = text.trim().startsWith('[')
    ? fromJson(text)
    : text.split(/[,，]/).map((code) => ({ itemCode: code.trim(), params: {} }))
  const items = given
    .filter((one) => one.itemCode !== '')
    .map(({ itemCode, params }) => ({ itemCode, params: params ?? {} }))
  const unknown = items.find((one) => !known(one.itemCode))
  if (unknown) throw refuse(`没有处理项「${unknown.itemCode}」`)
  return items
}

function fromJson(text: string): { itemCode: string; params?: Record<string, unknown> }[] {
  try {
    const list: unknown = JSON.parse(text)
    if (Array.isArray(list) && list.every((one) => typeof (one as Item | null)?.itemCode === 'string')) return list
  } catch {
    // The refusal below says it.
  }
  throw refuse('处理项应为编码列表')
}

/** Keeps the choice: what is computed changes, so what was computed has expired. */
async function storeItems(
  ctx: Ctx,
  { examId, processingItem }: { examId: string; processingItem: string },
): Promise<void> {
  await findExam(ctx, examId)
  await requireState(ctx, examStates, examState(examId), 'editRule')
  const before = await chosenItems(ctx, examId)
  const tasks = await tasksOfItems(ctx)
  const given = readItems(processingItem, (code) => tasks.has(code))
  await refuseSealed(ctx, given, before)
  const items = withRequired(given, tasks)
  await sql`delete from ${own(examProcessItem)} where exam_id = ${examId}`.execute(ctx.db)
  for (const [sort, { itemCode, params }] of items.entries()) {
    await sql`insert into ${own(examProcessItem)} (tenant_id, exam_id, item_code, param_json, sort)
      values (${ctx.user.tenantId}, ${examId}, ${itemCode}, ${JSON.stringify(params)}, ${sort})`.execute(ctx.db)
  }
  await raiseDataVersion(ctx, examId)
  await logOperation(ctx, saveProcessItem.name, saveProcessItem.title, {
    entity: 'examInfo',
    rowId: examId,
    before: { items: before },
    after: { items: items.map((one) => one.itemCode) },
  })
}

/** An exam keeps a sealed item it had, and takes up no other; nothing chosen yet means everything. */
async function refuseSealed(ctx: Ctx, items: Item[], before: string[]): Promise<void> {
  if (before.length === 0) return
  const sealed = await sealedItems(ctx)
  const fresh = items.find((one) => sealed.includes(one.itemCode) && !before.includes(one.itemCode))
  if (fresh) throw refuse(`处理项「${fresh.itemCode}」已封存，不能再选`)
}

/** In the order of the plan, each code once. */
function withRequired(items: Item[], tasks: Map<string, string>): Item[] {
  return CHOICES.flatMap((task) => {
    const given = items.filter(
      (one, i) =>
        tasks.get(one.itemCode) === task.taskCode && items.findIndex((other) => other.itemCode === one.itemCode) === i,
    )
    if (given.length > 0) return given
    return task.isOptional ? [] : [{ itemCode: task.taskCode, params: {} }]
  })
}

export const processItemHandlers = [implement(saveProcessItem, storeItems)]
