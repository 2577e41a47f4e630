import { expect, test } from 'vitest'
import { LEVEL_MODELS } from '../src/domains/exam/level/level-models.ts'
import { DEFAULT_LEVEL_OPTIONS, type LevelGrade } from '../src/domains/exam/level/level-param.ts'
import { areLevelOptions, isLevelGrade, problemOfLevels } from '../src/domains/exam/level/level-problems.ts'

const GRADES = LEVEL_MODELS['p312']?.grades ?? []

function textOf(change: (grades: LevelGrade[]) => LevelGrade[], options = DEFAULT_LEVEL_OPTIONS): string | undefined {
  return problemOfLevels({ model: 'custom', grades: change(GRADES), options })?.text
}

const at = (row: number, change: Partial<LevelGrade>) => (grades: LevelGrade[]) =>
  grades.map((grade, place) => (place === row - 1 ? { ...grade, ...change } : grade))

test('every published model may be saved as it is', () => {
  for (const [model, { grades }] of Object.entries(LEVEL_MODELS))
    expect(problemOfLevels({ model, grades, options: DEFAULT_LEVEL_OPTIONS })).toBeUndefined()
})

test('shares that do not add up are refused with the row and the sum', () => {
  expect(textOf(at(5, { ratio: 1 }))).toBe('第5行「E」：比例合计99%，应为100%')
  expect(textOf(at(4, { ratio: 16.5 }))).toBe('第4行「D」：比例累计到101.5%，超过100%')
})

test('a grade that cannot be is refused with its row', () => {
  expect(textOf(at(2, { name: '' }))).toBe('第2行「」：等级名称应为1到4个字')
  expect(textOf(at(2, { name: 'A' }))).toBe('第2行「A」：等级名称重复')
  expect(textOf(at(1, { ratio: 0 }))).toBe('第1行「A」：比例应大于0且不超过100，最多两位小数')
  expect(textOf(at(3, { t1: 71 }))).toBe('第3行「C」：赋分下限不能高于上限')
  expect(textOf(at(3, { t2: 72 }))).toBe('第3行「C」：赋分上限不能高于上一等级的下限71')
  expect(textOf(at(1, { t2: 100.5 }))).toBe('第1行「A」：赋分区间应为0到1000的整数')
  expect(textOf(at(1, { t2: 100.5 }), { ...DEFAULT_LEVEL_OPTIONS, decimals: 1 })).toBeUndefined()
})

test('unknown models, options and numbers of grades are refused', () => {
  expect(problemOfLevels({ model: 'mars', grades: GRADES, options: DEFAULT_LEVEL_OPTIONS })?.text).toContain('mars')
  expect(textOf(() => [])).toBe('等级应为1到30个')
  expect(areLevelOptions({ ...DEFAULT_LEVEL_OPTIONS })).toBe(true)
  expect(areLevelOptions({ ...DEFAULT_LEVEL_OPTIONS, decimals: 2 })).toBe(false)
  expect(areLevelOptions({ ...DEFAULT_LEVEL_OPTIONS, boundary: 'far' })).toBe(false)
  expect([GRADES[0], { name: 'A', ratio: '15' }, null].map(isLevelGrade)).toEqual([true, false, false])
})
