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
