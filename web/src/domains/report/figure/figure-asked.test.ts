import { registry } from '@xueheng/contract'
import { expect, test } from 'vitest'
import { questionOf } from './figure-asked.ts'

function reportOf(name: string) {
  const found = registry.reports.find((one) => one.name === name)
  if (!found) throw new Error(name)
  return found
}
const header = (key: string) => ({ key, title: '人数', kind: 'integer' as const })

test('a figure of a band tells the bands the report was asked for, and the course', () => {
  const row = { schoolCode: 'S1', schoolName: '一中', 'b90.num': 3 }
  const values = { courseName: '数学', step: '10', low: '60', high: undefined }
  expect(questionOf(reportOf('schoolParagraph'), values, '7', { header: header('b90.num'), row })).toEqual({
    examId: '7',
    reportName: 'schoolParagraph',
    column: 'b90.num',
    courseName: '数学',
    step: '10',
    low: '60',
    schoolCode: 'S1',
  })
})

test('a figure of a question names its question, one of a one-mark table its mark', () => {
  const question = { questionNo: '3', fullRate: 40 }
  const report = reportOf('courseQuestionSchool')
  const asked = questionOf(report, { courseName: '数学' }, '7', { header: header('fullRate'), row: question })
  expect(asked).toMatchObject({ questionNo: '3', courseName: '数学' })
  const mark = { bandLow: 0, num: 2 }
  const brief = questionOf(reportOf('oneScoreParagraphBrief'), {}, '7', { header: header('num'), row: mark })
  expect(brief).toMatchObject({ bandLow: 0 })
})

test('a figure of a knowledge point names its point', () => {
  const row = { pointName: '函数', allRate: 65.76 }
  const asked = questionOf(reportOf('knowledgeRateBySchool'), {}, '7', { header: header('allRate'), row })
  expect(asked).toMatchObject({ pointName: '函数' })
})

test('a figure of units taken together tells which were asked for, one of a single unit does not', () => {
  const values = { courseName: '数学', areaCode: '990101', schoolCode: 'S1' }
  const option = { unitGrain: 'school', questionNo: '1', 'oB.ownShare': 66.67 }
  const asked = questionOf(reportOf('questionOption'), values, '7', { header: header('oB.ownShare'), row: option })
  expect(asked).toMatchObject({ unitGrain: 'school', areaCode: '990101', schoolCode: 'S1', questionNo: '1' })
  const total = { name: '合计', num: 4 }
  const whole = questionOf(reportOf('schoolParagraph'), values, '7', { header: header('b90.num'), row: total })
  expect([whole.areaCode, whole.schoolCode]).toEqual([undefined, undefined])
})
