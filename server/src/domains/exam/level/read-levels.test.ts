import { CUSTOM_MODEL, LEVEL_MODELS, NORMAL_MODEL } from '@xueheng/contract/domains/exam/level/level-models.ts'
import { DEFAULT_LEVEL_OPTIONS } from '@xueheng/contract/domains/exam/level/level-param.ts'
import { expect, test } from 'vitest'
import { readLevels } from './read-levels.ts'

const COURSES = ['语文', '物理', '化学']
const GRADES = [
  { name: ' 优 ', ratio: 40, t2: 100, t1: 80 },
  { name: '良', ratio: 60, t2: 79, t1: 60 },
]
const own = { courseName: '物理', model: CUSTOM_MODEL, grades: GRADES }

test('courses come in the order of the exam, as rows, as texts or as one text, and without a model they are custom', () => {
  const physics = {
    ...own,
    grades: [
      { name: '优', ratio: 40, t2: 100, t1: 80 },
      { name: '良', ratio: 60, t2: 79, t1: 60 },
    ],
    options: DEFAULT_LEVEL_OPTIONS,
  }
  const chemistry = { ...physics, courseName: '化学', options: { ...DEFAULT_LEVEL_OPTIONS, decimals: 1 } }
  const { model: _custom, ...plain } = own
  const given = [{ ...plain, courseName: '化学', options: { decimals: 1, order: 'desc', more: 1 } }, own]
  expect(readLevels(given, COURSES)).toEqual([physics, chemistry])
  const texts = given.map((one) => JSON.stringify(one))
  expect(readLevels(texts, COURSES)).toEqual([physics, chemistry])
  expect(readLevels(JSON.stringify(given), COURSES)).toEqual([physics, chemistry])
  expect(readLevels([], COURSES)).toEqual([])
})

test('a published model brings its grades where none are given; the normal one always does', () => {
  const gradesOf = (model: string, grades?: unknown) => readLevels([{ ...own, model, grades }], COURSES)[0]?.grades
  expect(gradesOf('p312')).toEqual(LEVEL_MODELS['p312']?.grades)
  expect(gradesOf('p312', null)).toEqual(LEVEL_MODELS['p312']?.grades)
  expect(gradesOf('p312', GRADES)?.map(({ name }) => name)).toEqual(['优', '良'])
  expect(gradesOf(NORMAL_MODEL, GRADES)).toEqual(LEVEL_MODELS[NORMAL_MODEL]?.grades)
})

test.each([
  ['{', '等级赋分参数应为列表'],
  ['{}', '等级赋分参数应为列表'],
  [{}, '等级赋分参数应为列表'],
  [[own, { ...own, courseName: '音乐' }], '第2科：考试没有科目「音乐」'],
  [['{'], '第1科：考试没有科目「」'],
  [[null], '第1科：考试没有科目「」'],
  [[own, own], '「物理」的等级赋分参数重复'],
  [[{ ...own, grades: 'A' }], '「物理」等级应为1到30个'],
  [
    [{ ...own, grades: [GRADES[0], { name: '良', ratio: '60', t2: 79, t1: 60 }] }],
    '「物理」第2行：等级应有名称、比例和赋分区间',
  ],
  [[{ ...own, grades: GRADES.slice(0, 1) }], '「物理」第1行「优」：比例合计40%，应为100%'],
  [[{ ...own, model: 'x' }], '「物理」没有赋分模型「x」'],
  [[{ ...own, options: { order: 'asc' } }], '「物理」选项 order 只能是 desc'],
  [[{ ...own, options: { boundary: 'x' } }], '「物理」划等选项不在可选范围内'],
])('%j is refused', (given, refusal) => {
  expect(() => readLevels(given, COURSES)).toThrow(refusal)
})
