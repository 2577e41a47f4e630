import { discloserOf } from '../disclosure/discloser.ts'
import type { ExamPackage } from '../exam-packages.ts'
import { hiddenFrom } from '../hidden-units.ts'
import { openExams, unitsOf } from '../open-exam.ts'
import { readRows } from '../read-rows.ts'
import { STUDENT_HISTORY, reportSql } from '../report-sql.ts'
import { unitCourse } from '../unit-course.ts'
import type { PaperDesk } from './paper-desk.ts'

/** What a student reached in one exam. */
export interface PastExam {
  examName: string
  beginDate: string
  tScore: number
}

interface Standing extends Record<string, unknown> {
  studentNumber: string
  studentCode: string
  tScore: number | null
}

/** So many exams stand on a sheet, this one the last. */
const MOST_EXAMS = 4

/** The T of a school's students over the last exams the reader sees, by the number of this exam, the oldest first. */
export async function readHistory(desk: PaperDesk, schoolCode: string): Promise<Map<string, PastExam[]>> {
  const own = once(await standings(desk, desk.source, schoolCode, null))
  const codes = [...own.keys()]
  const history = new Map<string, PastExam[]>()
  if (codes.length === 0) return history
  for (const source of await examsUpTo(desk)) {
    const then = source.examId === desk.source.examId ? own : once(await standings(desk, source, null, codes))
    for (const [code, { studentNumber }] of own) {
      const tScore = then.get(code)?.tScore
      if (tScore === undefined || tScore === null) continue
      const { examName, beginDate } = source
      history.set(studentNumber, [...(history.get(studentNumber) ?? []), { examName, beginDate, tScore }])
    }
  }
  return history
}

async function examsUpTo({ ctx, library, source }: PaperDesk): Promise<ExamPackage[]> {
  const all = await openExams(ctx, library)
  return all
    .filter(({ beginDate }) => beginDate <= source.beginDate)
    .slice(0, MOST_EXAMS)
    .toReversed()
}

/** By code; one that occurs twice is nobody's. */
function once(rows: Standing[]): Map<string, Standing> {
  const twice = new Set<string>()
  const found = new Map<string, Standing>()
  for (const row of rows) {
    if (found.has(row.studentCode)) twice.add(row.studentCode)
    found.set(row.studentCode, row)
  }
  for (const code of twice) found.delete(code)
  return found
}

/** Students of one exam within the reader's sight; none where their T would tell the mean of few others. */
async function standings(
  { ctx, library }: PaperDesk,
  source: ExamPackage,
  schoolCode: string | null,
  codes: string[] | null,
): Promise<Standing[]> {
  const { rows } = reportSql({ sql: STUDENT_HISTORY })
  const hidden = await hiddenFrom(ctx, library, source, rows)
  if (hidden.has(unitCourse('all', {}, 0))) return []
  const { label: _label, ...lists } = await unitsOf(ctx, library, source, { schoolCode })
  const discloser = await discloserOf(ctx, library, source, { grain: 'student', courseId: 0 }, 'parent')
  return readRows<Standing>(ctx, rows, { package: source.folder, ...lists, codes }, discloser)
}
