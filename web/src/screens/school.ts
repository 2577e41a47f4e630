import { checkSchoolCode } from '../domains/school/code-check.ts'
import type { ScreenLayout } from '../platform/crud/layout.ts'

export const schoolLayouts: Record<string, ScreenLayout> = {
  areaPopulation: { first: ['areaCode'] },
  basicGradeCourse: { first: ['courseName', 'gradeCode', 'examScore'] },
  basicStudentInSchool: { first: ['schoolCode', 'gradeCode', 'studentBaseNum'] },
  basicTeacherCourse: { first: ['teacherCode', 'courseName', 'classCode'] },
  studentBaseNum: { first: ['schoolCode'] },
  areaTypeParam: { fields: { areaCodes: { width: 420, span: 24 } } },
  basicSchool: { fields: { address: { span: 24 } }, checks: { schoolCode: checkSchoolCode } },
  /** A class is told from others by its name and its school. */
  schoolClasses: { first: ['className', 'schoolCode'], fields: { classCode: { width: 220 } } },
  userDeptRole: { fields: { classCodes: { span: 24 } } },
}
