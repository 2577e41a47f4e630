import { expect, test } from '@playwright/test'
import { findExam } from './support/exams.ts'
import { compareFigures } from './support/four-places.ts'
import { keepPaper } from './support/paper.ts'
import { comeIn } from './support/people.ts'

const EXAMS = ['2026届高三上学期期中联考', '2026届高三第一次模拟考试']

/** Reports that look back to another exam, to lines or to another version: the later exam of the demo has all of them. */
const REPORTS: Record<string, Record<string, string>> = {
  valueAddedByClass: { courseName: '语文' },
  valueAddedByArea: {},
  contrastSchool: {},
  contrastArea: { courseName: '语文' },
  packageChangeByAll: {},
  threeRateBySchool: { courseName: '数学' },
  highSchoolRank: {},
  // Of one side: the columns are the courses that somebody on the page has.
  criticalStudent: { artsScience: '2' },
  courseBeforeN: { courseName: '语文', countNum: '50' },
  lineStdnumCourse: {},
  schoolParagraph: { courseName: '语文', step: '20' },
  questionOption: { courseName: '数学' },
  spTable: { courseName: '数学' },
}

test('reports that look at more than one exam tell the same figures on screen, in workbook, on paper and by call', async ({
  page,
}) => {
  await keepPaper(page)
  await comeIn(page, 'exam')
  const [before = '', examId = ''] = await Promise.all(EXAMS.map((name) => findExam(page, name)))
  const examJson = JSON.stringify([{ examId: before }, { examId }])
  for (const [name, asked] of Object.entries(REPORTS))
    await test.step(name, async () => {
      expect(await compareFigures(page, name, { examId, examJson, ...asked })).toBeGreaterThan(1)
    })
})
