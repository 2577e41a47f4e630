import { YES_NO_LABELS, YES_NO_WORDS } from '@xueheng/contract/domains/exam/paper/paper-cells.ts'
import { parseQuestion } from '@xueheng/contract/domains/exam/paper/paper-values.ts'
import { expect, test } from 'vitest'
import { NO_EDITS, takeStep, undoStep } from '../../../platform/grid/edits.ts'
import { faultsFrom, readLines } from './read-lines.ts'
import { readBankFile } from './self-study-file.ts'
import { columnOf, insertLine, linesOf, moveLine, removeLines, stepTo, typedLines, usedCount } from './sheet.ts'

const LABELS = {
  questionType: new Map([
    ['1', '单选题'],
    ['5', '解答题'],
  ]),
  abilityLevel: new Map<string, string>(),
  isObjective: YES_NO_LABELS,
}
const WORDS = {
  questionType: new Map([
    ['单选题', '1'],
    ['解答题', '5'],
  ]),
  abilityLevel: new Map<string, string>(),
  isObjective: YES_NO_WORDS,
}

const BASE = linesOf(
  ['1', '2', '3'].map((questionNo, i) => {
    const { question } = parseQuestion({ id: `9${i}`, questionNo, questionType: '5', questionScore: 10 * (i + 1) })
    return question
  }),
  LABELS,
)
const numbers = (lines: readonly (readonly string[])[]) => lines.slice(0, usedCount(lines)).map((line) => line[0])

test('a line that is moved takes its row along, and the step back puts it where it was', () => {
  const lines = typedLines(BASE, {})
  const moved = takeStep(NO_EDITS, stepTo(lines, moveLine(lines, 0, 2)))
  const after = typedLines(BASE, moved.cells)
  expect(numbers(after)).toEqual(['2', '3', '1'])
  expect(readLines(after, WORDS).questions.map((one) => one.id)).toEqual(['91', '92', '90'])
  expect(typedLines(BASE, undoStep(moved).cells)).toEqual(lines)
  expect(moveLine(lines, 0, 0)).toBe(lines)
})

test('lines are put in and taken away as steps of the same kind, with blank ones left to paste into', () => {
  const lines = typedLines(BASE, {})
  expect(lines).toHaveLength(63)
  const inserted = takeStep(NO_EDITS, stepTo(lines, insertLine(lines, 1)))
  expect(numbers(typedLines(BASE, inserted.cells))).toEqual(['1', '', '2', '3'])
  const cut = takeStep(inserted, stepTo(typedLines(BASE, inserted.cells), removeLines(lines, new Set([0, 2]))))
  expect(numbers(typedLines(BASE, cut.cells))).toEqual(['2'])
  expect(numbers(typedLines(BASE, undoStep(undoStep(cut)).cells))).toEqual(['1', '2', '3'])
})

test('what is typed below the last line becomes a question, and blank lines between are none', () => {
  const typed = { row: '5', before: '' }
  const edits = takeStep(NO_EDITS, [
    { ...typed, column: columnOf('questionNo'), after: '4' },
    { ...typed, column: columnOf('questionType'), after: '单选题' },
    { ...typed, column: columnOf('questionScore'), after: '5.5' },
  ])
  const { places, sums, faults } = readLines(typedLines(BASE, edits.cells), WORDS)
  expect([places, faults]).toEqual([[0, 1, 2, 5], []])
  expect(sums).toMatchObject({ total: 65.5, objective: 5.5, questionNum: 4 })
})

test('faults stand at the line and column they are about, those of the server too', () => {
  const lines = typedLines(BASE, { 2: { [columnOf('questionNo')]: { from: '3', to: '1' } } })
  expect(readLines(lines, WORDS).faults).toEqual([{ row: 2, column: 0, text: '题号「1」重复' }])
  const told = faultsFrom(
    [
      { field: '1.answer', message: '答案有误' },
      { field: 'examId', message: '没有考试' },
    ],
    [0, 4],
  )
  expect(told).toEqual([{ row: 4, column: columnOf('answer'), text: '答案有误' }])
})

test('a file of a question bank is a list, or holds one', () => {
  expect(readBankFile('[{"questionNo":"1"}]')).toHaveLength(1)
  expect(readBankFile('{"questions":[]}')).toEqual([])
  expect([readBankFile('{}'), readBankFile('null'), readBankFile('题号')]).toEqual([undefined, undefined, undefined])
})
