import { registry } from '@xueheng/contract'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('../domains/**/*.tsx', { query: '?raw', import: 'default', eager: true })

/** The key of a person or of a unit: somebody else's row. */
const KEY = /^(user|teacher|student|school|dept|class|area|account)s?(Id|Code)?s?$/
/** The own number of the rows themselves. */
const OWN = [
  'basicSchool.schoolCode',
  'basicStudent.studentCode',
  'basicDepartment.deptCode',
  'basicTeacher.teacherCode',
  'examTaskStudent.studentCode',
  'examArrangeTaskStudent.studentCode',
  'gatherStudent.studentCode',
  'studentinfo.studentCode',
]
/** Numbers of other programs and of workbooks, which no list here knows. */
const FOREIGN = [
  'userinfo.userCode',
  'examStudentImport.studentCode',
  'examTeacherCourseImport.teacherCode',
  'examScoreHighExam.studentCode',
  'wecomDeptAdmin.userId',
  'wecomStudent.studentCode',
  'gatherHighExamScore.studentCode',
]

const typed = registry.entities.flatMap(({ name, fields }) =>
  Object.entries(fields as Fields).flatMap(([field, declared]) =>
    isTyped(declared) && KEY.test(field) && ![...OWN, ...FOREIGN].includes(`${name}.${field}`) ? [[name, field]] : [],
  ),
)

function isTyped({ kind, editable }: Field): boolean {
  return kind === 'text' && editable !== 'never'
}

test('people and units are picked where a form asks for their key: by a list of the declaration, or by an input of the page', () => {
  const pages = Object.entries(sources).filter(([path]) => !path.includes('.test.'))
  const unpicked = typed.filter(
    ([, field]) => !pages.some(([, source]) => new RegExp(`\\b${field}: \\w+Input\\b`).test(source)),
  )
  expect(unpicked).toEqual([])
})
