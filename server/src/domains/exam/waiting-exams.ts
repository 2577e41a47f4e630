import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { type LateReason, type LateSchool, waitingExams } from '@xueheng/contract/domains/exam/school-data.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { sql } from 'kysely'
import { visible } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { implement } from '../../platform/module.ts'
import { dictLabels } from '../../platform/rows/labels.ts'
import { type SchoolLine, findSchoolLines, joiningSchools } from './school-data.ts'

const MOST_EXAMS = 5
const MOST_SCHOOLS = 6
/** Until its archive an exam waits for schools. */
const { draft, imported, checked } = examStates.states
const OPEN = [draft.value, imported.value, checked.value]

type Waiting = Output<typeof waitingExams>[number]

/** Open exams, the newest first, each with those of the caller's schools whose data are not whole. */
async function listWaitingExams(ctx: Ctx): Promise<Waiting[]> {
  const { rows } = await sql<{ examId: string; examName: string }>`select e.id as exam_id, e.exam_name
    from ${visible(ctx, examInfo)} e where e.exam_status = any(${OPEN})
    order by e.begin_date desc, e.id desc limit ${MOST_EXAMS}`.execute(ctx.db)
  const areas = await dictLabels(ctx, 'exam_area')
  const waiting: Waiting[] = []
  for (const exam of rows) {
    const joined = await joiningSchools(ctx, exam.examId)
    const lines = await findSchoolLines(ctx, exam.examId, joined)
    const late = lines.flatMap((line) => toLate(line, areas) ?? [])
    waiting.push({ ...exam, schoolNum: joined.length, lateNum: late.length, schools: late.slice(0, MOST_SCHOOLS) })
  }
  return waiting
}

function toLate(line: SchoolLine, areas: ReadonlyMap<string, string>): LateSchool | undefined {
  const [reason, num] = findReason(line)
  if (!reason) return undefined
  const { schoolCode, schoolName, areaCode } = line
  const areaName = areas.get(areaCode ?? '') ?? ''
  return { schoolCode, schoolName: schoolName ?? schoolCode, areaName, reason, num }
}

/** The first thing a school has to do. */
function findReason(line: SchoolLine): [LateReason | undefined, number] {
  const students = Math.max(line.importNum, line.archivedNum)
  const short = (line.planNum ?? 0) - students
  if (students === 0) return ['roster', 0]
  if (short > 0) return ['short', short]
  if (line.errorNum > 0) return ['error', line.errorNum]
  return line.missingNum > 0 ? ['missing', line.missingNum] : [undefined, 0]
}

export const waitingHandlers = [implement(waitingExams, listWaitingExams)]
