import { render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { grant, serve, stage } from '../../../platform/_stage.tsx'
import { resetTabs } from '../../../platform/tabs/store.ts'
import { makeExam } from '../_exam.ts'
import { PaperSection } from './PaperSection.tsx'
import { PaperTools } from './PaperTools.tsx'
import type { PaperSheet } from './use-paper-sheet.ts'

beforeEach(() => {
  localStorage.clear()
  resetTabs()
  grant('examcoursepaperquestion_edit', 'examcoursepaperquestion_view')
})
afterEach(() => vi.unstubAllGlobals())

/** Three lines of questions, the active cell in `row`, `ticked` lines, so many steps behind and before. */
function sheetAt(row: number, ticked: string[], past = 0, future = 0): PaperSheet {
  const steps = (count: number) => Array.from({ length: count }, () => ({}))
  const edits = { edits: { past: steps(past), future: steps(future) } }
  return { at: { row, column: 0 }, used: 3, ticked: new Set(ticked), edits } as never
}

const resting = () =>
  [...document.querySelectorAll('button')].filter((one) => one.disabled).map((one) => one.getAttribute('aria-label'))

test.each([
  ['the first line', sheetAt(0, []), ['上移', '撤销', '重做']],
  ['a line between', sheetAt(1, []), ['撤销', '重做']],
  ['the last line', sheetAt(2, []), ['下移', '撤销', '重做']],
  ['a line that is still empty', sheetAt(3, []), ['上移', '下移', '在上方插入一行', '删除这一行', '撤销', '重做']],
  ['an empty line while others are ticked', sheetAt(3, ['0']), ['上移', '下移', '在上方插入一行', '撤销', '重做']],
  ['a line between after a step', sheetAt(1, [], 1), ['重做']],
  ['a line between after a step that was taken back', sheetAt(1, [], 0, 1), ['撤销']],
])('on %s the tools that can do nothing rest', (_where, sheet, expected) => {
  render(<PaperTools sheet={sheet} />)
  expect(resting()).toEqual(expected)
})

const LINE = { courseName: '语文', paperCode: 'A', examScore: 150, total: 0, objective: 0, questionNum: 0 }

test.each([
  ['on a page of its own, where the paper may be changed', true, 0, undefined],
  ['on a page of its own, of a published exam', true, 7, '当前状态为「已发布」，不能修改试卷题目'],
  ['as a part of the exam', false, 0, /每科试卷的题目/],
  ['as a part of a published exam', false, 7, '当前状态为「已发布」，不能修改试卷题目'],
])(
  '%s, the paper has a head that says what is due or why nothing may be done',
  async (_where, isAlone, status, hint) => {
    serve({
      dictionary: () => ({ data: [] }),
      getPaperList: () => ({ data: [{ ...LINE, objectiveNum: 0, isWhole: 0 }] }),
      getCourseQuestionList: () => ({ data: [] }),
    })
    stage(<PaperSection exam={makeExam({ examStatus: status, packageVersion: 0 })} isAlone={isAlone} />)
    await screen.findByRole('navigation', { name: '科目' })
    expect(screen.queryAllByText('试卷题目')).toHaveLength(hint ? 1 : 0)
    if (hint) expect(screen.getByText(hint)).toBeTruthy()
  },
)
