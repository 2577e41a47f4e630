import {
  type DisclosurePolicy,
  AUDIENCES,
  defaultDisclosure,
  disclosureFault,
  saveDisclosure,
} from '@xueheng/contract/domains/exam/disclosure.ts'
import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { sql } from 'kysely'
import { into } from '../../platform/access/doors.ts'
import { logOperation } from '../../platform/audit/operation-log.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, refuse } from '../../platform/error.ts'
import { implement } from '../../platform/module.ts'
import { type Exam, findExam } from './exam-row.ts'

/** What an exam tells whom: as chosen, else by the default of its stage. */
export function policyOf({ stage, disclosureJson }: Pick<Exam, 'stage' | 'disclosureJson'>): DisclosurePolicy {
  return disclosureJson ?? defaultDisclosure(stage)
}

/** No number depends on it: reports stay, and every answer from now on obeys. The bureau alone decides. */
async function storeDisclosure(
  ctx: Ctx,
  { examId, disclosureJson }: { examId: string; disclosureJson: DisclosurePolicy },
): Promise<void> {
  if (ctx.scope.level !== 'all') throw new AppError('access.refused')
  const exam = await findExam(ctx, examId)
  const fault = disclosureFault(disclosureJson)
  if (fault) throw refuse(fault)
  const policy = knownParts(disclosureJson)
  await sql`update ${into(examInfo)} set disclosure_json = ${JSON.stringify(policy)}, update_time = localtimestamp(0)
    where id = ${examId}`.execute(ctx.db)
  await logOperation(ctx, saveDisclosure.name, saveDisclosure.title, {
    entity: 'examInfo',
    rowId: examId,
    before: { disclosure: policyOf(exam) },
    after: { disclosure: policy },
  })
}

/** Without what a body says beside them. */
function knownParts({ rankVisible, otherUnitNames, smallestGroup }: DisclosurePolicy): DisclosurePolicy {
  const told = { ...rankVisible }
  for (const name of Object.keys(told)) {
    if (!AUDIENCES.some((audience) => audience === name)) Reflect.deleteProperty(told, name)
  }
  return { rankVisible: told, otherUnitNames, smallestGroup }
}

export const disclosureHandlers = [implement(saveDisclosure, storeDisclosure)]
