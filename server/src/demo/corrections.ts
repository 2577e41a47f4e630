import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { examScoreCorrection } from '@xueheng/contract/domains/exam/score-correction.ts'
import { sql } from 'kysely'
import { approveCorrection } from '../domains/exam/correction/corrections.ts'
import { applyForCorrection } from '../domains/exam/index.ts'
import { examCourse, examScoreStudent, examScoreStudentCourse } from '../domains/exam/tables.ts'
import { every } from '../platform/access/doors.ts'
import type { Ctx } from '../platform/ctx.ts'
import { inTransaction } from '../platform/db/pool.ts'
import { own } from '../platform/db/table.ts'
import { demoSchoolCode } from './load.ts'

const KNOWN = every(examScoreCorrection, 'a tenant that ever had a correction is left alone')
const EXAMS = every(examInfo, 'exams of the demo')

/** No question scores of the demo are of this course, so that none contradict a corrected mark. */
const COURSE = '语文'
const RAISED = 8

/** A mark of the demo's school as the archive has it, with room above it. */
interface Found {
  studentNumber: string
  score: string
}

/**
 * Once: in the newest published exam one correction that is approved and one that waits, in the exam before one approved
 * that is not published yet. `school` asks, `bureau` decides. Answers the newest exam while its reports are to be made anew.
 */
export async function correctMarks(school: Ctx, bureau: Ctx, schoolCode = demoSchoolCode()) {
  const [newest, before] = await publishedExams(bureau)
  if (!newest) return undefined
  const known = await sql`select 1 from ${KNOWN} limit 1`.execute(bureau.db)
  if (known.rows.length === 0)
    await inTransaction(bureau.db, async (db) => {
      const desks = { school: { ...school, db }, bureau: { ...bureau, db }, schoolCode }
      await correct(desks, newest.id, 0, '登分时十位误读，已核对答题卡')
      await correct(desks, newest.id, 1, '作文少计一档，已经双评复核', false)
      if (before) await correct(desks, before.id, 2, '答题卡第二面漏扫，已补扫')
    })
  const [now] = await publishedExams(bureau)
  return now && now.dataVersion !== now.packageDataVersion ? now.id : undefined
}

async function publishedExams({ db }: Ctx) {
  const { rows } = await sql<{ id: string; dataVersion: number; packageDataVersion: number }>`
    select id, data_version, package_data_version from ${EXAMS}
    where is_deleted = 0 and exam_status = ${examStates.states.published.value} order by begin_date desc`.execute(db)
  return rows
}

interface Desks {
  school: Ctx
  bureau: Ctx
  schoolCode: string
}

/** The mark of the student at this place of the school's list is asked to be raised. */
async function correct(
  { school, bureau, schoolCode }: Desks,
  examId: string,
  at: number,
  reason: string,
  isApproved = true,
) {
  const found = await sql<Found>`select s.student_number, c.score from ${own(examScoreStudent)} s
    join ${own(examScoreStudentCourse)} c on c.exam_id = s.exam_id and c.sid = s.sid
    join ${own(examCourse)} k on k.exam_id = c.exam_id and k.course_id = c.course_id
    where s.exam_id = ${examId} and s.school_code = ${schoolCode} and s.is_count = 1
      and k.course_name = ${COURSE} and c.score + ${RAISED} <= k.exam_score
    order by s.sid offset ${at} limit 1`.execute(bureau.db)
  const mark = found.rows[0]
  if (!mark) return
  const { studentNumber, score } = mark
  const newScore = String(Number(score) + RAISED)
  const id = await applyForCorrection(school, { examId, reason, studentNumber, courseName: COURSE, newScore })
  if (isApproved) await approveCorrection(bureau, id, '已核对答题卡，同意更正')
}
