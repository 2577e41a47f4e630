import { findStudents } from '@xueheng/contract/domains/report/find-students.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { DEFAULT_PAGE_SIZE, type Page, pageOf } from '@xueheng/contract/kit/page.ts'
import { sql } from 'kysely'
import { dictLabels } from '../../platform/rows/labels.ts'
import { maskRows } from '../../platform/access/mask.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import type { ExamPackage } from './exam-packages.ts'
import type { Library } from './library.ts'
import { FIND_STUDENTS, reportSql } from './report-sql.ts'
import type { Row } from './run.ts'
import { openExams, unitsOf } from './open-exam.ts'
import { discloserOf } from './disclosure/discloser.ts'
import { queryRows, readRows } from './read-rows.ts'
import { visible } from '../../platform/access/doors.ts'
import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'

type Asked = Input<typeof findStudents>
type Found = Output<typeof findStudents>['records'][number]
/** What the package of an exam tells of a student. */
type Hit = Omit<Found, 'examId' | 'examName' | 'examGrade'>

/** Students of every exam the user may read, the newest exam first, until the page is full. */
export async function findStudentsIn(ctx: Ctx, library: Library, asked: Asked): Promise<Page<Found>> {
  if (!asked.studentName && !asked.studentNumber && !asked.studentCode) throw refuse('请输入姓名、考号或学籍号')
  const [current, size] = [asked.current ?? 1, asked.size ?? DEFAULT_PAGE_SIZE]
  const first = (current - 1) * size
  const grades = await gradesOf(ctx)
  const rows: Found[] = []
  let total = 0
  for (const source of await openExams(ctx, library)) {
    const examGrade = grades.get(source.examId) ?? ''
    if (asked.examGrade && !examGrade.includes(asked.examGrade)) continue
    const skip = Math.max(0, first - total)
    const hits = await readHits(ctx, library, source, asked, { skip, size: size - rows.length })
    const { examId, examName } = source
    rows.push(...hits.rows.map((row) => ({ examId, examName, examGrade, ...row })))
    total += hits.total
  }
  return pageOf(maskRows(findStudents.output ?? {}, rows), total, { current, size })
}

async function readHits(
  ctx: Ctx,
  library: Library,
  source: ExamPackage,
  asked: Asked,
  page: { skip: number; size: number },
) {
  const units = await unitsOf(ctx, library, source, {})
  const { label: _label, ...lists } = units
  const discloser = await discloserOf(ctx, library, source, { grain: 'student', courseId: 0 })
  const values: Row = { ...asked, ...lists, ...page, package: source.folder }
  const { rows, totals } = reportSql({ sql: FIND_STUDENTS })
  const [counted] = totals ? await queryRows(ctx, totals, values) : []
  const total = Number(counted?.['rowsTotal'] ?? 0)
  return { total, rows: page.size > 0 && page.skip < total ? await readRows<Hit>(ctx, rows, values, discloser) : [] }
}

/** The grade of every exam in words. */
async function gradesOf(ctx: Ctx): Promise<Map<string, string>> {
  const titles = await dictLabels(ctx, 'exam_grade')
  const { rows } = await sql<{ id: string; code: string }>`
    select e.id, e.grade_code as code from ${visible(ctx, examInfo)} e where e.package_version > 0`.execute(ctx.db)
  return new Map(rows.map(({ id, code }) => [id, titles.get(code) ?? code]))
}
