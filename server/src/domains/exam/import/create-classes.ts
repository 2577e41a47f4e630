import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import { sql } from 'kysely'
import { remove, submit } from '../../../platform/rows/write.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { refuse } from '../../../platform/error.ts'
import { classCodeOf, enterYearOf } from '../../school/index.ts'
import { findExam } from '../exam-row.ts'
import { holdForChange, loadBatch, loadFiles } from './batch.ts'
import { startCheck } from './check-batch.ts'
import { evaluateBatch } from './workbench.ts'
import { every } from '../../../platform/access/doors.ts'
import { own } from '../../../platform/db/table.ts'
import { examImportBatch } from '../tables.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'

const CLASSES = every(schoolClasses, 'a class is taken away by the batch it was made for')
const STUDENTS = every(basicStudent, 'a class with students stays')
const LISTS = every(examStudentImport, 'a class on the list of any exam stays')

interface MissingClass {
  schoolCode: string
  schoolName: string
  areaCode: string
  className: string
  classNo: number | null
  num: number
}

/** The classes that rows of S04 ask for, by school, under the name they are given there; nothing is made. */
export async function listMissingClasses(ctx: Ctx, batchId: string): Promise<MissingClass[]> {
  const batch = await loadBatch(ctx, batchId)
  const sheets = (await loadFiles(ctx, batchId)).flatMap((file) => file.sheets ?? [])
  return evaluateBatch(ctx, batch, sheets, (db) =>
    db.query<MissingClass>(`select e.school_code, any_value(e.school_name) as school_name, any_value(e.area_code) as area_code,
        any_value(e.class_text) as class_name, class_no_of(e.class_text) as class_no, count(distinct e.row_id) as num
      from entry e join fault f using (row_id) where f.code = 'S04'
      group by e.school_code, class_no_of(e.class_text) order by school_name, class_no`),
  )
}

/** Makes those of the missing classes that were chosen and checks the batch again. */
export async function createClasses(
  ctx: Ctx,
  { batchId, classes }: { batchId: string; classes: { schoolCode: string; classNo: number }[] },
): Promise<{ jobId: string; created: number }> {
  const batch = await holdForChange(ctx, batchId)
  const wanted = new Set(classes.map(({ schoolCode, classNo }) => `${schoolCode} ${classNo}`))
  const missing = await listMissingClasses(ctx, batchId)
  const chosen = missing.filter(({ schoolCode, classNo }) => wanted.has(`${schoolCode} ${classNo}`))
  if (chosen.length !== wanted.size) throw refuse('所选的班级不缺少，请重新选择')
  const nameless = chosen.find((one) => one.classNo === null || one.classNo < 1)
  if (nameless) throw refuse(`班级「${nameless.className}」里没有班号，请先修改`)
  const year = await yearOf(ctx, batch.examId)
  const made: string[] = []
  for (const one of chosen) made.push(await createClass(ctx, one, year))
  await sql`update ${own(examImportBatch)} set made_classes = made_classes || ${JSON.stringify(made)}::jsonb
    where id = ${batchId}`.execute(ctx.db)
  return { jobId: await startCheck(ctx, batchId), created: chosen.length }
}

/** What the exam says of the classes made for it. */
async function yearOf(ctx: Ctx, examId: string) {
  const { studyYear, stage, gradeCode, enterYear } = await findExam(ctx, examId)
  return { studyYear, stage, gradeCode, enterYear: enterYear ?? enterYearOf(Number(gradeCode), studyYear) }
}

type Year = Awaited<ReturnType<typeof yearOf>>

async function createClass(ctx: Ctx, missing: MissingClass, year: Year): Promise<string> {
  const { schoolCode, className } = missing
  const classNo = Number(missing.classNo)
  const { id } = await submit(
    schoolClasses,
    ctx,
    { schoolCode, ...year, classNo, className },
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
  return id
}

/** Takes away the classes made for a batch, but those that students or the list of an exam are in by now. */
export async function removeMadeClasses(ctx: Ctx, batchId: string): Promise<number> {
  const unused = await sql<{ id: string }>`select c.id from ${own(examImportBatch)} b
      join ${CLASSES} c on b.made_classes ? c.id::text and c.is_deleted = 0
    where b.id = ${batchId}
      and not exists (select 1 from ${STUDENTS} s where s.class_code = c.class_code and s.is_deleted = 0)
      and not exists (select 1 from ${LISTS} l where l.class_code = c.class_code and l.is_deleted = 0)`.execute(ctx.db)
  const ids = unused.rows.map((row) => row.id)
  if (ids.length > 0) await remove(schoolClasses, ctx, ids)
  return ids.length
}
