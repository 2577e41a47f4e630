import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import { sql } from 'kysely'
import { submit } from '../../../platform/rows/write.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { refuse } from '../../../platform/error.ts'
import { classCodeOf, enterYearOf } from '../../school/index.ts'
import { holdForChange, loadFiles } from './batch.ts'
import { startCheck } from './check-batch.ts'
import { evaluateBatch } from './workbench.ts'
import { every } from '../../../platform/access/doors.ts'
import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'

const EXAMS = every(examInfo, 'grade and year of the exam complete the classes made for it')

interface MissingClass {
  schoolCode: string
  areaCode: string
  classText: string
  classNo: number | null
}

/** Makes the classes the rows of S04 ask for, under the names they are given there. */
export async function createClasses(ctx: Ctx, batchId: string): Promise<{ jobId: string; created: number }> {
  const batch = await holdForChange(ctx, batchId)
  const sheets = (await loadFiles(ctx, batchId)).flatMap((file) => file.sheets ?? [])
  const missing = await evaluateBatch(ctx, batch, sheets, (db) =>
    db.query<MissingClass>(`select e.school_code, any_value(e.area_code) as area_code,
        any_value(e.class_text) as class_text, class_no_of(e.class_text) as class_no
      from entry e join fault f using (row_id) where f.code = 'S04' group by e.school_code, class_no_of(e.class_text)`),
  )
  const nameless = missing.find((one) => one.classNo === null || one.classNo < 1)
  if (nameless) throw refuse(`班级「${nameless.classText}」里没有班号，请先修改`)
  const year = await yearOf(ctx, batch.examId)
  for (const one of missing) await createClass(ctx, one, year)
  return { jobId: await startCheck(ctx, batchId), created: missing.length }
}

interface Year {
  studyYear: number
  stage: string
  gradeCode: string
  enterYear: number
}

async function yearOf(ctx: Ctx, examId: string): Promise<Year> {
  const found = await sql<Omit<Year, 'enterYear'> & { enterYear: number | null }>`select study_year, stage,
      grade_code, enter_year from ${EXAMS} where id = ${examId}`.execute(ctx.db)
  const exam = found.rows[0]
  if (!exam) throw refuse('考试不存在')
  return { ...exam, enterYear: exam.enterYear ?? enterYearOf(Number(exam.gradeCode), exam.studyYear) }
}

async function createClass(ctx: Ctx, missing: MissingClass, year: Year): Promise<void> {
  const { schoolCode, classText } = missing
  const classNo = Number(missing.classNo)
  await submit(
    schoolClasses,
    ctx,
    { schoolCode, ...year, classNo, className: classText },
    {
      async beforeSave(_ctx, row) {
        const derived = {
          areaCode: missing.areaCode,
          classCode: classCodeOf(schoolCode, year.stage, year.enterYear, classNo),
        }
        Object.assign(row, derived)
      },
    },
  )
}
