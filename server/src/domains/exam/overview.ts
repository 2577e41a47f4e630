import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import {
  type OverviewArea,
  type OverviewExam,
  type OverviewStatus,
  overview,
} from '@xueheng/contract/domains/exam/overview.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { basicTeacher } from '@xueheng/contract/domains/school/basic-teacher.ts'
import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { type RawBuilder, sql } from 'kysely'
import { dictLabels } from '../../platform/rows/labels.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { implement } from '../../platform/module.ts'
import { visible } from '../../platform/access/doors.ts'

const MOST_EXAMS = 12

/** Counts over the rows the caller may see. */
export async function overviewOf(ctx: Ctx, { studyYear }: Input<typeof overview>): Promise<Output<typeof overview>> {
  const isOfYear = studyYear ? sql`e.study_year = ${studyYear}` : sql`true`
  const [areas, classNum, teacherNum, exams, statuses, scoreNum] = await Promise.all([
    areasOf(ctx),
    countOf(ctx, schoolClasses),
    countOf(ctx, basicTeacher),
    examsOf(ctx, isOfYear),
    statusesOf(ctx, isOfYear),
    scoresOf(ctx, isOfYear),
  ])
  const sum = (name: 'schoolNum' | 'studentNum') => areas.reduce((total, area) => total + area[name], 0)
  return {
    areaNum: areas.length,
    schoolNum: sum('schoolNum'),
    classNum,
    studentNum: sum('studentNum'),
    teacherNum,
    examNum: statuses.reduce((total, { num }) => total + num, 0),
    scoreNum,
    areas,
    exams,
    statuses,
  }
}

async function countOf(ctx: Ctx, entity: AnyEntity): Promise<number> {
  const { rows } = await sql<{ num: number }>`select count(*)::int as num from ${visible(ctx, entity)} t`.execute(
    ctx.db,
  )
  return rows[0]?.num ?? 0
}

async function areasOf(ctx: Ctx): Promise<OverviewArea[]> {
  const [titles, { rows }] = await Promise.all([
    dictLabels(ctx, 'exam_area'),
    sql<Omit<OverviewArea, 'areaName'>>`
      select school.area_code, school.num as school_num, coalesce(student.num, 0) as student_num
      from (select s.area_code, count(*)::int as num from ${visible(ctx, basicSchool)} s group by s.area_code) school
      left join (select s.area_code, count(*)::int as num from ${visible(ctx, basicStudent)} s group by s.area_code) student using (area_code)
      order by area_code`.execute(ctx.db),
  ])
  return rows.map((row) => ({ ...row, areaName: titles.get(row.areaCode) ?? row.areaCode }))
}

async function examsOf(ctx: Ctx, isOfYear: RawBuilder<unknown>): Promise<OverviewExam[]> {
  const { rows } =
    await sql<OverviewExam>`select e.id as exam_id, e.exam_name, e.begin_date, e.exam_status, e.student_num, e.school_num
    from ${visible(ctx, examInfo)} e where ${isOfYear} order by e.begin_date desc, e.id desc limit ${MOST_EXAMS}`.execute(
      ctx.db,
    )
  return rows
}

async function statusesOf(ctx: Ctx, isOfYear: RawBuilder<unknown>): Promise<OverviewStatus[]> {
  const { rows } = await sql<OverviewStatus>`select e.exam_status, count(*)::int as num
    from ${visible(ctx, examInfo)} e where ${isOfYear} group by e.exam_status order by e.exam_status`.execute(ctx.db)
  return rows
}

/** Marks of all archived exams; of interest to those only who see all of them. */
async function scoresOf(ctx: Ctx, isOfYear: RawBuilder<unknown>): Promise<number> {
  if (ctx.scope.level !== 'all') return 0
  const { rows } = await sql<{ num: string }>`select sum(e.student_num * e.course_num) as num
    from ${visible(ctx, examInfo)} e where e.data_version > 0 and ${isOfYear}`.execute(ctx.db)
  return Number(rows[0]?.num ?? 0)
}

export const overviewHandlers = [implement(overview, overviewOf)]
