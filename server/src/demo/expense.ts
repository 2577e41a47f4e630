import { readFileSync } from 'node:fs'
import type { Ctx } from '../platform/ctx.ts'
import { deploy } from '../domains/workflow/definitions/deploy.ts'
import { readyFile } from '../domains/workflow/definitions/process-file.ts'

const NAME = 'expense.bpmn20.xml'
/** Key of 报销流程 in dictionary `flow`. */
const CATEGORY = '2'

/** A process of the bureau's own: its form stands in its file. */
export async function deployExpense(ctx: Ctx): Promise<void> {
  const file = await readyFile({ name: NAME, xml: readFileSync(new URL(NAME, import.meta.url), 'utf8') })
  await deploy(ctx, { files: [file], category: CATEGORY, owner: ctx.user.tenantId, source: 'seed' })
}
