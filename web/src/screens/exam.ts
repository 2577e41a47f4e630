import type { ScreenLayout } from '../platform/crud/layout.ts'

const CHECKED = { checkStatus: { isHidden: true } }

export const examLayouts: Record<string, ScreenLayout> = {
  /** Name and state come first: they are what an exam is looked for by. Counts and state stand on its desk. */
  examInfo: {
    first: ['examName', 'examStatus'],
    fields: {
      areaCodes: { span: 24 },
      enterYear: { isHidden: false },
      studentNum: { isHidden: true },
      schoolNum: { isHidden: true },
      courseNum: { isHidden: true },
      examStatus: { isHidden: true },
    },
  },
  examStudentImport: { fields: CHECKED },
  examScoreStudentCourseImport: { fields: { ...CHECKED, studentCode: { isHidden: false } } },
  /** Who teaches what in which class comes first; the switch stays clear of the column of actions. */
  examTeacherCourseImport: { first: ['teacherName', 'courseName', 'examClass', 'isClassLeader'], fields: CHECKED },
  /** Written by the computation. */
  examDataProgress: { isReadOnly: true },
  examDataProgressTask: { isReadOnly: true, fields: { inputHash: { isHidden: true } } },
}
