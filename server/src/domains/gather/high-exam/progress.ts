import { gatherTask } from '@xueheng/contract/domains/gather/gather-task.ts'
import {
  highExamInArea,
  highExamInClass,
  highExamInSchool,
  highExamStatics,
} from '@xueheng/contract/domains/gather/high-exam-progress.ts'
import { gatherHighExamScore } from '@xueheng/contract/domains/gather/high-exam-score.ts'
import { highExamStates } from '@xueheng/contract/domains/gather/high-exam-states.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { every, visible } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { implement } from '../../../platform/module.ts'
import { dictLabels } from '../../../platform/rows/labels.ts'
import { findOrRefuse } from '../../../platform/rows/read.ts'
import { HIGH_EXAMS, assertAsked } from '../collected.ts'
import { GRAINS, type Grain, countUnits } from '../count-units.ts'
import { percentOf } from '../percent.ts'
import { HIGH_EXAM_COUNTS } from '../tables.ts'

const { waitSchool, waitBureau, passed, schoolRefused, bureauRefused } = highExamStates.states
const values = (...states: { value: number }[]) => sql`any(${states.map(({ value }) => value)}::int[])`
/** Counts have no empty columns. */
const hasArt = sql`coalesce(art_type, '') <> ''`
const SUMS = {
  filledNum: sql`true`,
  submitNum: sql`audit_status = ${values(waitSchool, waitBureau, passed)}`,
  audit1Num: sql`audit_status = ${values(waitBureau, passed)}`,
  audit2Num: sql`audit_status = ${values(passed)}`,
  rejectNum: sql`(audit_status = ${values(schoolRefused, bureauRefused)}
    or (${hasArt} and art_audit_status = ${values(schoolRefused, bureauRefused)}))`,
  artNum: hasArt,
  artAuditNum: sql`${hasArt} and art_audit_status = ${values(passed)}`,
  archiveNum: sql`archive_status = 1`,
}

const COUNTED = { entity: gatherHighExamScore, counts: HIGH_EXAM_COUNTS }

async function countBy(ctx: Ctx, taskId: string, grain: Grain): Promise<Output<typeof highExamInArea>> {
  const task = await findOrRefuse(gatherTask, ctx, taskId)
  assertAsked(HIGH_EXAMS, task)
  const lines = await countUnits(ctx, COUNTED, task, grain, SUMS)
  return lines.map((line) => ({ ...line, percent: percentOf(line.submitNum, line.planNum) }))
}

const SCHOOLS = every(basicSchool, 'the name of a school is the same for all')

/** What was collected in a year by area, or by school where an area or a school is asked for. */
async function statics(ctx: Ctx, asked: Input<typeof highExamStatics>): Promise<Output<typeof highExamStatics>> {
  const { examYear, areaCode, schoolCode } = asked
  const isBySchool = Boolean(areaCode ?? schoolCode)
  const unit = isBySchool ? sql`g.school_code` : sql`g.area_code`
  const { rows } = await sql<Output<typeof highExamStatics>[number]>`select ${unit} as unit_code,
      coalesce(max(b.school_name), ${unit}) as unit_name, count(*)::int as student_num,
      count(*) filter (where g.audit_status = ${passed.value})::int as passed_num,
      count(*) filter (where g.art_type is not null)::int as art_num,
      count(*) filter (where g.art_type is not null and g.art_audit_status = ${passed.value})::int as art_passed_num,
      count(*) filter (where g.archive_status = 1)::int as archived_num
    from ${visible(ctx, gatherHighExamScore)} g
    left join ${SCHOOLS} b on ${isBySchool} and b.school_code = g.school_code and b.is_deleted = 0
    where g.audit_status = ${values(waitSchool, waitBureau, passed)}
      and (${examYear}::int is null or g.exam_year = ${examYear})
      and (${areaCode}::varchar is null or g.area_code = ${areaCode})
      and (${schoolCode}::varchar is null or g.school_code = ${schoolCode})
    group by ${unit} order by 1`.execute(ctx.db)
  if (isBySchool) return rows
  const areas = await dictLabels(ctx, 'exam_area')
  return rows.map((row) => ({ ...row, unitName: areas.get(row.unitCode) ?? row.unitCode }))
}

export const highExamProgressHandlers = [
  implement(highExamInArea, (ctx, { gatherTaskId }) => countBy(ctx, gatherTaskId, GRAINS.areas())),
  implement(highExamInSchool, (ctx, { gatherTaskId, areaCode }) =>
    countBy(ctx, gatherTaskId, GRAINS.schools(areaCode)),
  ),
  implement(highExamInClass, (ctx, { gatherTaskId, schoolCode }) =>
    countBy(ctx, gatherTaskId, GRAINS.classes(schoolCode, null)),
  ),
  implement(highExamStatics, statics),
]
