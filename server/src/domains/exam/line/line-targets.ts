import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { examLineTarget } from '@xueheng/contract/domains/exam/line/line-target.ts'
import { sql } from 'kysely'
import { every, visible } from '../../../platform/access/doors.ts'
import { assertWholeTenant } from '../../../platform/access/rights.ts'
import type { AccessRule } from '../../../platform/access/rules.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { fault } from '../../../platform/error.ts'
import { findOnce } from '../../../platform/find-once.ts'
import { hook } from '../../../platform/module.ts'
import { requireState } from '../../../platform/states.ts'
import { areaOfSchool } from '../../school/index.ts'
import { examState, findExam } from '../exam-row.ts'
import { lineParamsOf } from './line-params.ts'

const TARGETS = every(examLineTarget, 'the target of an area is the sum of its schools, whoever reads the report')

/** Targets are seen with their exam. */
export const lineTargetAccess: AccessRule = {
  entity: examLineTarget,
  limit: (reader) => sql`exam_id in (select e.id from ${visible(reader, examInfo)} e)`,
}

/** What targets of an exam may name: its periods, once it has some. Throws where it takes none. */
const periodsOf = findOnce(async (ctx, examId) => {
  assertWholeTenant(ctx, '上线目标')
  await findExam(ctx, examId)
  await requireState(ctx, examStates, examState(examId), 'editTarget')
  return new Set((await lineParamsOf(ctx, examId)).map(({ periodName }) => periodName))
})

export const lineTargetHooks = hook(examLineTarget, {
  async beforeSave(ctx, row, before) {
    const { examId = '', periodName = '', schoolCode } = { ...before, ...row }
    const periods = await periodsOf(ctx, examId)
    if (periods && periods.size > 0 && !periods.has(periodName))
      throw fault('periodName', `考试没有档次「${periodName}」，只有${[...periods].join('、')}`)
    row.areaCode = await areaOfSchool(ctx, schoolCode)
  },
  async beforeRemove(ctx, rows) {
    for (const { examId } of rows) await periodsOf(ctx, examId)
  },
  async afterRestore(ctx, rows) {
    for (const { examId } of rows) await periodsOf(ctx, examId)
  },
})

/** How many of a school are to reach a line. */
export interface LineTarget {
  artsScience: string
  periodName: string
  areaCode: string
  schoolCode: string
  targetNum: number
}

/** Those of every school of an exam. */
export async function lineTargetsOf(ctx: Pick<Ctx, 'db'>, examId: string): Promise<LineTarget[]> {
  const found = await sql<LineTarget>`select arts_science, period_name, area_code, school_code, target_num
    from ${TARGETS} t where t.exam_id = ${examId} and t.is_deleted = 0
    order by arts_science, period_name, school_code`.execute(ctx.db)
  return found.rows
}
