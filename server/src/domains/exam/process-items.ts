import { COMPUTE_PLAN } from '@xueheng/contract/domains/exam/compute-plan.ts'
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
import { examProcessItem } from './tables.ts'

interface Item {
  itemCode: string
  params: Record<string, unknown>
}

/** Items that may be chosen: the computed indicators. Those the plan cannot do without are always chosen. */
const ITEMS = COMPUTE_PLAN.filter((task) => task.taskTypes === 'QUOTA' || task.taskTypes === 'FRONTN')

/** Optional tasks an exam does without; none before anything was chosen. */
export async function tasksNotChosen(ctx: Pick<Ctx, 'db'>, examId: string): Promise<string[]> {
  const chosen = await chosenItems(ctx, examId)
  if (chosen.length === 0) return []
  return ITEMS.filter((task) => task.isOptional && !chosen.includes(task.taskCode)).map((task) => task.taskCode)
}

async function chosenItems(ctx: Pick<Ctx, 'db'>, examId: string): Promise<string[]> {
  const found = await sql<{ itemCode: string }>`select item_code from ${own(examProcessItem)}
    where exam_id = ${examId} order by sort`.execute(ctx.db)
  return found.rows.map((row) => row.itemCode)
}

/** `[{"itemCode": "STAT_BASE", "params": {}}]`, or the codes with commas between. */
export function readItems(text: string): Item[] {
  const given = text.trim().startsWith('[')
    ? fromJson(text)
    : text.split(/[,，]/).map((code) => ({ itemCode: code.trim(), params: {} }))
  const items = given
    .filter((one) => one.itemCode !== '')
    .map(({ itemCode, params }) => ({ itemCode, params: params ?? {} }))
  const unknown = items.find((one) => !ITEMS.some((task) => task.taskCode === one.itemCode))
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
  const items = withRequired(readItems(processingItem))
  const before = await chosenItems(ctx, examId)
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

/** In the order of the plan, each once. */
function withRequired(items: Item[]): Item[] {
  return ITEMS.flatMap((task) => {
    const given = items.find((one) => one.itemCode === task.taskCode)
    if (given) return [given]
    return task.isOptional ? [] : [{ itemCode: task.taskCode, params: {} }]
  })
}

export const processItemHandlers = [implement(saveProcessItem, storeItems)]
