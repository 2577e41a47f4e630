import {
  type GradeNode,
  classesOfSchool,
  gradeList,
  gradeListOf,
  gradeTree,
  initClasses,
  schoolClasses,
} from '@xueheng/contract/domains/school/school-classes.ts'
import { sql } from 'kysely'
import { findBy, listAll } from '../../platform/rows/read.ts'
import { submit } from '../../platform/rows/write.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { refuse } from '../../platform/error.ts'
import { hook, implement } from '../../platform/module.ts'
import { assertStage, classCodeOf, enterYearOf, gradeName, stageOfGrade } from './grade.ts'
import { areaOfSchool } from './schools.ts'
import { every } from '../../platform/access/doors.ts'
import { findOnce } from '../../platform/find-once.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'

const STUDENTS = every(basicStudent, 'a class with students is not removed, whoever asks')

const CLASSES = every(schoolClasses, 'a student is in the grade of the class, whoever writes the student')

/** The grade a class is in; nothing where there is no such class. */
export const gradeOfClass = findOnce(async (ctx, classCode) => {
  const found = await sql<{ gradeCode: string }>`select grade_code from ${CLASSES}
    where class_code = ${classCode} and is_deleted = 0`.execute(ctx.db)
  return found.rows[0]?.gradeCode
})

const STAGES: Record<string, string> = { '1': '小学', '2': '初中', '3': '高中', '4': '中职' }

function classesOf(ctx: Ctx, schoolCode: string, filters: Record<string, unknown> = {}) {
  return listAll(schoolClasses, ctx, { schoolCode_equal: schoolCode, isGraduated: 0, ...filters })
}

async function schoolWithClasses(ctx: Ctx, { schoolCode }: { schoolCode: string }) {
  const school = await findBy(basicSchool, ctx, { schoolCode })
  const classes = await classesOf(ctx, schoolCode)
  if (!school || (ctx.scope.level !== 'all' && classes.length === 0)) return null
  return { schoolCode, schoolName: school.schoolName, areaCode: school.areaCode, classes }
}

/** school › stage › grade › class. */
async function treeOf(ctx: Ctx, { code }: { code: string }) {
  const stages = new Map<string, Map<string, GradeNode[]>>()
  for (const row of await classesOf(ctx, code)) {
    const grades = stages.get(row.stage) ?? new Map<string, GradeNode[]>()
    stages.set(row.stage, grades)
    const classes = grades.get(row.gradeCode) ?? []
    grades.set(row.gradeCode, classes)
    classes.push({ label: String(row.className), value: String(row.classCode), level: 'class' })
  }
  return [...stages].map(([stage, grades]) => ({
    label: STAGES[stage] ?? stage,
    value: stage,
    level: 'stage' as const,
    children: [...grades].map(([grade, children]) => ({
      label: gradeName(Number(grade)),
      value: grade,
      level: 'grade' as const,
      children,
    })),
  }))
}

/** Grades of a school that have classes; `x` narrows to a stage (one digit) or a study year. */
async function gradesOf(ctx: Ctx, { code, x }: { code: string; x?: string }) {
  const filters = x === undefined ? {} : x.length === 4 ? { studyYear: x } : { stage: x }
  const rows = await classesOf(ctx, code, filters)
  const grades = [...new Set(rows.map((row) => row.gradeCode))].toSorted((a, b) => Number(a) - Number(b))
  return grades.map((grade) => ({
    gradeCode: grade,
    gradeName: gradeName(Number(grade)),
    classNum: rows.filter((row) => row.gradeCode === grade).length,
  }))
}

interface InitLine {
  gradeCode: number
  classNum: number
  startNo: number
}

/** Makes the classes that are missing; those that exist keep their names. */
async function init(ctx: Ctx, input: { schoolCode: string; studyYear: number; items?: unknown[] }) {
  const lines = (input.items ?? []).map(readLine)
  const known = new Set(
    (await listAll(schoolClasses, ctx, { schoolCode_equal: input.schoolCode })).map((row) => row.classCode),
  )
  let [created, existing] = [0, 0]
  for (const line of lines) {
    const stage = stageOfGrade(line.gradeCode)
    const enterYear = enterYearOf(line.gradeCode, input.studyYear)
    for (let classNo = line.startNo; classNo < line.startNo + line.classNum; classNo += 1) {
      if (known.has(classCodeOf(input.schoolCode, stage, enterYear, classNo))) {
        existing += 1
        continue
      }
      const row = {
        schoolCode: input.schoolCode,
        studyYear: input.studyYear,
        stage,
        enterYear,
        gradeCode: String(line.gradeCode),
        classNo,
      }
      await submit(schoolClasses, ctx, row, classHooks.hooks)
      created += 1
    }
  }
  return { created, existing }
}

function readLine(item: unknown, i: number): InitLine {
  const given = (item ?? {}) as Record<string, unknown>
  const line = {
    gradeCode: Number(given['gradeCode']),
    classNum: Number(given['classNum']),
    startNo: Number(given['startNo'] ?? 1),
  }
  const isFine = isWithin(line.gradeCode, 12) && isWithin(line.classNum, 99) && isWithin(line.startNo, 99)
  if (!isFine) throw refuse(`第${i + 1}行：年级、班级数或起始班号不正确`)
  return line
}

function isWithin(value: number, max: number): boolean {
  return Number.isInteger(value) && value >= 1 && value <= max
}

export const classHandlers = [
  implement(classesOfSchool, schoolWithClasses),
  implement(gradeTree, treeOf),
  implement(gradeList, gradesOf),
  implement(gradeListOf, gradesOf),
  implement(initClasses, init),
]

/** Area, code and a missing name follow from school, year of entry and number. */
export const classHooks = hook(schoolClasses, {
  async beforeSave(ctx, row, before) {
    const all = { ...before, ...row }
    row.areaCode = await areaOfSchool(ctx, all.schoolCode)
    row.classCode =
      before?.classCode ??
      classCodeOf(String(all.schoolCode), String(all.stage), Number(all.enterYear), Number(all.classNo))
    if (!all.className) row.className = `${gradeName(Number(all.gradeCode))}(${all.classNo})班`
    assertStage(all.stage, all.gradeCode)
  },
  async beforeRemove(ctx, rows) {
    const codes = rows.map((row) => row.classCode)
    const used =
      await sql`select 1 from ${STUDENTS} where class_code = any(${codes}) and is_deleted = 0 limit 1`.execute(ctx.db)
    if (used.rows.length > 0) throw refuse('班级下还有学生，不能删除')
  },
})
