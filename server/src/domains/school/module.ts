import { areaPopulation, getAreaParamList } from '@xueheng/contract/domains/school/area-population.ts'
import { basicGradeCourse } from '@xueheng/contract/domains/school/basic-grade-course.ts'
import { basicSchool } from '@xueheng/contract/domains/school/basic-school.ts'
import { basicStudent } from '@xueheng/contract/domains/school/basic-student.ts'
import { basicStudentInSchool } from '@xueheng/contract/domains/school/basic-student-in-school.ts'
import { getSchoolParamList, studentBaseNum } from '@xueheng/contract/domains/school/student-base-num.ts'
import { currentStudyYear } from '@xueheng/contract/domains/school/study-year.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { listAll } from '../../platform/rows/read.ts'
import type { Sessions } from '../../platform/http/session.ts'
import { type Module, defineModule, hook, implement } from '../../platform/module.ts'
import { appAuthHandlers } from './app-auth.ts'
import { classHandlers, classHooks, gradeOfClass } from './classes.ts'
import { departmentHooks } from './departments.ts'
import { assertStage, gradeOf } from './grade.ts'
import { areaOfSchool, schoolHandlers, schoolHooks } from './schools.ts'
import { assignmentHooks, teacherHandlers, teacherHooks } from './teachers.ts'
import { rollOverHandlers, rollOverJobs } from './roll-over/index.ts'
import { userUnitHandlers } from './user-units.ts'

/** The area of a base number and of a student is that of the school. */
const baseNumHooks = hook(studentBaseNum, {
  async beforeSave(ctx, row, before) {
    row.areaCode = await areaOfSchool(ctx, row.schoolCode ?? before?.schoolCode)
  },
})

/** The area of a number of students in school is that of the school. */
const inSchoolHooks = hook(basicStudentInSchool, {
  async beforeSave(ctx, row, before) {
    row.areaCode = await areaOfSchool(ctx, row.schoolCode ?? before?.schoolCode)
  },
})

/** A course belongs to a grade of its stage. */
const gradeCourseHooks = hook(basicGradeCourse, {
  async beforeSave(_ctx, row, before) {
    const { stage, gradeCode } = { ...before, ...row }
    assertStage(stage, gradeCode)
  },
})

type StudentRow = EntityRow<typeof basicStudent.fields>

const studentHooks = hook(basicStudent, {
  async beforeSave(ctx, row, before) {
    const all = { ...before, ...row }
    row.areaCode = await areaOfSchool(ctx, all.schoolCode)
    row.studentName = all.studentName?.replaceAll(/\s+/g, ' ').replaceAll(/[•・]/g, '·')
    row.gradeCode = (await gradeOfStudent(ctx, all)) ?? row.gradeCode
  },
})

/** The grade of the class, which rises when the bureau's year does; without a class that of the year of entry. */
async function gradeOfStudent(ctx: Ctx, student: Partial<StudentRow>): Promise<string | undefined> {
  const grade = student.classCode ? await gradeOfClass(ctx, student.classCode) : undefined
  if (grade) return grade
  const studyYear = currentStudyYear({ year: ctx.now.getFullYear(), month: ctx.now.getMonth() + 1 })
  return gradeOf(String(student.stage), Number(student.enterYear), studyYear)?.toString()
}

/** Schools, classes, students and the units users work in. */
export function schoolModule(sessions: Sessions): Module {
  return defineModule({
    name: 'school',
    handlers: [
      ...schoolHandlers,
      ...classHandlers,
      ...teacherHandlers,
      ...userUnitHandlers(sessions),
      ...appAuthHandlers,
      ...rollOverHandlers,
      implement(getAreaParamList, (ctx, input) => listAll(areaPopulation, ctx, { areaCode_equal: input.areaCode })),
      implement(getSchoolParamList, (ctx, input) =>
        listAll(studentBaseNum, ctx, { schoolCode_equal: input.schoolCode }),
      ),
    ],
    schools: basicSchool,
    jobs: rollOverJobs,
    hooks: [
      schoolHooks,
      classHooks,
      baseNumHooks,
      studentHooks,
      inSchoolHooks,
      gradeCourseHooks,
      departmentHooks,
      teacherHooks,
      assignmentHooks,
    ],
  })
}
