import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { examTeacherImport } from '@xueheng/contract/domains/exam/exam-teacher-import.ts'
import type { ImportKind } from '@xueheng/contract/domains/exam/import.ts'
import { sql } from 'kysely'
import { dictLabels } from '../../../platform/rows/labels.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { fault } from '../../../platform/error.ts'
import { hook } from '../../../platform/module.ts'
import { findSchool } from '../../school/index.ts'
import { touchExam } from './commit-batch.ts'
import { readMark } from './score-text.ts'
import { own } from '../../../platform/db/table.ts'
import { examCourse } from '../tables.ts'
import { every } from '../../../platform/access/doors.ts'
import { schoolClasses } from '@xueheng/contract/domains/school/school-classes.ts'
import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'

const CLASSES = every(schoolClasses, 'the class a student is in is found by its name')
const EXAMS = every(examInfo, 'the year of the exam tells which classes are meant')
const LIST = every(examStudentImport, 'a mark is completed by the student on the list')

export const studentRowHooks = hook(examStudentImport, {
  async beforeSave(ctx, row, before) {
    const all = { ...before, ...row }
    await touchExam(ctx, String(all.examId), 'student')
    Object.assign(row, {
      ...(await placeOf(ctx, all)),
      checkStatus: 0,
      checkMsg: null,
      archiveStatus: 0,
    })
  },
  beforeRemove: (ctx, rows) => touchExams(ctx, rows, 'student'),
  afterRestore: (ctx, rows) => touchExams(ctx, rows, 'student'),
})

/** Rows go or come back: each of their exams must allow it. */
async function touchExams(ctx: Ctx, rows: { examId: string }[], kind: ImportKind): Promise<void> {
  for (const examId of new Set(rows.map((row) => row.examId))) await touchExam(ctx, examId, kind)
}

/** A teacher entered by hand stands where one of a workbook would: in the class, the school and the area. */
export const teacherRowHooks = hook(examTeacherImport, {
  async beforeSave(ctx, row, before) {
    const all = { ...before, ...row }
    await touchExam(ctx, String(all.examId), 'teacher')
    Object.assign(row, { ...(await placeOf(ctx, all)), checkStatus: 0, checkMsg: null, archiveStatus: 0 })
  },
  beforeRemove: (ctx, rows) => touchExams(ctx, rows, 'teacher'),
  afterRestore: (ctx, rows) => touchExams(ctx, rows, 'teacher'),
})

/** Area, names and class that follow from the school and the name of the class. */
async function placeOf(ctx: Ctx, all: { examId?: unknown; schoolCode?: unknown; examClass?: unknown }) {
  const school = await findSchool(ctx, String(all.schoolCode))
  if (!school) throw fault('schoolCode', '学校不存在')
  const areas = await dictLabels(ctx, 'exam_area')
  return {
    areaCode: school.areaCode,
    areaName: areas.get(school.areaCode) ?? null,
    schoolName: school.schoolName,
    classCode: await classCodeOf(ctx, String(all.examId), school.schoolCode, String(all.examClass)),
  }
}

async function classCodeOf(ctx: Ctx, examId: string, schoolCode: string, examClass: string): Promise<string | null> {
  const found = await sql<{
    classCode: string
  }>`select c.class_code from ${CLASSES} c join ${EXAMS} e on e.id = ${examId}
    where c.is_deleted = 0 and c.school_code = ${schoolCode} and c.class_name = ${examClass} and c.stage = e.stage
      and (e.enter_year is null and c.grade_code = e.grade_code or c.enter_year = e.enter_year)`.execute(ctx.db)
  return found.rows[0]?.classCode ?? null
}

interface RosterRow {
  studentCode: string | null
  studentName: string
  areaCode: string | null
  areaName: string | null
  schoolCode: string
  schoolName: string | null
  examGrade: string | null
  classCode: string | null
  examClass: string
}

export const scoreRowHooks = hook(examScoreImport, {
  async beforeSave(ctx, row, before) {
    const all = { ...before, ...row }
    await touchExam(ctx, String(all.examId), 'score')
    const student = await findStudent(ctx, String(all.examId), String(all.studentNumber))
    if (!student) throw fault('studentNumber', `考号 ${all.studentNumber} 不在考生名单`)
    const course = await sql<{ full: string }>`select exam_score as full from ${own(examCourse)}
      where exam_id = ${all.examId} and course_name = ${all.courseName}`.execute(ctx.db)
    const full = course.rows[0]
    if (!full) throw fault('courseName', `科目「${all.courseName}」不在本次考试`)
    const mark = readMark(String(all.scoreText ?? ''))
    if (mark.status === undefined) throw fault('scoreText', '原始文本不是分数')
    if (mark.score !== null) checkMark(mark.score, Number(full.full))
    Object.assign(row, student, {
      score: mark.score,
      scoreStatus: mark.status,
      checkStatus: 0,
      checkMsg: null,
      archiveStatus: 0,
    })
  },
  beforeRemove: (ctx, rows) => touchExams(ctx, rows, 'score'),
  afterRestore: (ctx, rows) => touchExams(ctx, rows, 'score'),
})

function checkMark(score: number, full: number): void {
  if (score < 0 || score > full) throw fault('scoreText', `分数应在 0 到 ${full} 之间`)
  if (score * 2 !== Math.floor(score * 2)) throw fault('scoreText', '分数应为 0.5 的倍数')
}

async function findStudent(ctx: Ctx, examId: string, studentNumber: string): Promise<RosterRow | undefined> {
  const found = await sql<RosterRow>`select student_code, student_name, area_code,
      area_name, school_code, school_name, exam_grade,
      class_code, exam_class
    from ${LIST} where exam_id = ${examId} and student_number = ${studentNumber} and is_deleted = 0`.execute(ctx.db)
  return found.rows[0]
}
