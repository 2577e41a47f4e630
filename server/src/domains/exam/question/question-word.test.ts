import { expect, test } from 'vitest'
import { partWord, questionWord } from './question-word.ts'

test.each([
  ['第12题（1）', '12(1)'],
  ['12①', '12(1)'],
  ['7⑳', '7(20)'],
  ['客观题3', '3'],
  ['主观3', '3'],
  ['选择题3', '3'],
  ['非选择题17', '17'],
  ['填空13', '13'],
  ['解答题18(2)', '18(2)'],
  ['题5', '5'],
  ['t5', '5'],
  ['Q5', '5'],
  ['第五题', '第五题'],
  ['3(满分10分)', '3'],
  ['3（2.5分）', '3'],
  ['3(满分12.5)', '3'],
  ['3(10)', '3(10)'],
  ['4得分', '4'],
  ['4分', '4'],
  ['5.', '5'],
  [' 6 * ', '6'],
  ['b1', 'B1'],
  ['总分', '总'],
])('a column called %s is of question %s', (title, word) => {
  expect(questionWord(title)).toBe(word)
})

test.each(['12(1)', '12.1', '12-1', '12—1', '12_1', '12（1）', '第12题(1)'])(
  '%s is the first part of question 12',
  (title) => {
    expect(partWord(title)).toBe('12-1')
  },
)
