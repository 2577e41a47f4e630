import { COMPUTE_PLAN, type PlanTask } from '@xueheng/contract/domains/exam/compute-plan.ts'
import { basicQuotaProcessingItem } from '@xueheng/contract/domains/exam/quota-item.ts'
import { sql } from 'kysely'
import { every, into } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import type { Db } from '../../platform/db/db.ts'
import { nextId } from '../../platform/db/id.ts'
import { own } from '../../platform/db/table.ts'
import { fault, refuse } from '../../platform/error.ts'
import { hook } from '../../platform/module.ts'
import { examProcessItem } from './tables.ts'

const ITEMS = every(basicQuotaProcessingItem, 'what an exam may choose decides what is computed, whoever chooses')

/** Tasks that may be chosen: the computed indicators. Those the plan cannot do without are always chosen. */
export const CHOICES: PlanTask[] = COMPUTE_PLAN.filter(
  (task) => task.taskTypes === 'QUOTA' || task.taskTypes === 'FRONTN',
)

/** Task by item code, for every item there is; the tasks themselves are items, in the register or not. */
export async function tasksOfItems(ctx: Pick<Ctx, 'db'>): Promise<Map<string, string>> {
  const found = await sql<{ itemCode: string; taskCode: string }>`select item_code, task_code from ${ITEMS}
    where is_deleted = 0`.execute(ctx.db)
  return new Map([
    ...CHOICES.map(({ taskCode }) => [taskCode, taskCode] as const),
    ...found.rows.map((row) => [row.itemCode, row.taskCode] as const),
  ])
}

/** Codes of the items no exam may take up any more. */
export async function sealedItems(ctx: Pick<Ctx, 'db'>): Promise<string[]> {
  const found = await sql<{ itemCode: string }>`select item_code from ${ITEMS}
    where is_deleted = 0 and is_sealed = 1`.execute(ctx.db)
  return found.rows.map((row) => row.itemCode)
}

/** A new exam takes the default items over, unless they are all the plan has: then it needs no choice of its own. */
export async function takeDefaultItems(ctx: Ctx, examId: string): Promise<void> {
  const found = await sql<{ itemCode: string; taskCode: string; isDefault: boolean }>`
    select item_code, task_code, is_default = 1 and is_sealed is distinct from 1 as is_default from ${ITEMS}
    where is_deleted = 0 order by sort, item_code`.execute(ctx.db)
  const isLeftOut = ({ taskCode }: PlanTask) => {
    const items = found.rows.filter((row) => row.taskCode === taskCode)
    return items.length > 0 && !items.some((row) => row.isDefault)
  }
  const left = CHOICES.filter((task) => task.isOptional && isLeftOut(task)).map(({ taskCode }) => taskCode)
  if (left.length === 0) return
  const codes = CHOICES.flatMap(({ taskCode }) => {
    const items = found.rows.filter((row) => row.taskCode === taskCode && row.isDefault).map((row) => row.itemCode)
    return left.includes(taskCode) ? [] : items.length > 0 ? items : [taskCode]
  })
  await sql`insert into ${own(examProcessItem)} (tenant_id, exam_id, item_code, param_json, sort)
    select ${ctx.user.tenantId}, ${examId}, code, '{}', n from unnest(${codes}::text[]) with ordinality t(code, n)`.execute(
    ctx.db,
  )
}

/** The type of an item is that of its task; an item that exams have chosen keeps its task and stays. */
export const quotaItemHooks = hook(basicQuotaProcessingItem, {
  async beforeSave(ctx, row, before) {
    const taskCode = row.taskCode ?? before?.taskCode
    const task = CHOICES.find((one) => one.taskCode === taskCode)
    if (!task) throw fault('taskCode', '没有这个计算步骤')
    if (before && taskCode !== before.taskCode && (await isChosen(ctx, [before.itemCode])))
      throw fault('taskCode', '处理项已被考试选用，不能改换计算步骤')
    row.taskTypes = task.taskTypes
  },
  async beforeRemove(ctx, rows) {
    const codes = rows.map((row) => row.itemCode)
    if (await isChosen(ctx, codes)) throw refuse('处理项已被考试选用，不能删除；不再使用请封存')
  },
})

async function isChosen(ctx: Ctx, codes: string[]): Promise<boolean> {
  const found = await sql`select 1 from ${own(examProcessItem)} where item_code = any(${codes}) limit 1`.execute(ctx.db)
  return found.rows.length > 0
}

const GRAINS: Record<string, string[]> = {
  STAT_AREA_FRONTN: ['area'],
  STAT_SCHOOL_FRONTN: ['school'],
}

/** One item for each task that may be chosen, once: what a bureau has changed or removed stays so. */
export async function seedQuotaItems(db: Db, tenantId: string): Promise<void> {
  for (const [sort, task] of CHOICES.entries()) {
    const grains = JSON.stringify(GRAINS[task.taskCode] ?? ['all', 'area', 'school', 'class'])
    await sql`insert into ${into(basicQuotaProcessingItem)} (id, tenant_id, item_code, item_name, task_code, task_types,
        grains, is_default, sort, is_sealed)
      select ${nextId()}, ${tenantId}, ${task.taskCode}, ${task.taskName}, ${task.taskCode}, ${task.taskTypes},
        ${grains}::jsonb, 1, ${sort + 1}, 0
      where not exists (select 1 from ${ITEMS} where item_code = ${task.taskCode})`.execute(db)
  }
}
