import { LEVEL_MODELS } from './level-models.ts'
import { LEVEL_CHOICES, type LevelGrade, type LevelOptions, type LevelParam } from './level-param.ts'

/** What is wrong with the grades of a course, and in which row, counted from 1; without a row it is the course itself. */
export interface LevelProblem {
  row?: number
  text: string
}

const MOST_GRADES = 30
const NAME_LENGTH = 4
const MOST_MARKS = 1000

/** The first thing that keeps the parameters of one course from being saved; undefined when they may be. */
export function problemOfLevels({ model, grades, options }: Omit<LevelParam, 'courseName'>): LevelProblem | undefined {
  if (model !== 'custom' && !LEVEL_MODELS[model]) return { text: `没有赋分模型「${model}」` }
  if (grades.length === 0 || grades.length > MOST_GRADES) return { text: `等级应为1到${MOST_GRADES}个` }
  return firstFault(grades, options.decimals) ?? sumFault(grades)
}

/** Whether what came over the wire is a whole set of options. */
export function areLevelOptions(given: Record<string, unknown>): given is Record<string, unknown> & LevelOptions {
  const areChoices = Object.entries(LEVEL_CHOICES).every(([name, choices]) =>
    Object.hasOwn(choices, String(given[name])),
  )
  return areChoices && typeof given['cumulative'] === 'boolean' && [0, 1].some((one) => one === given['decimals'])
}

/** Whether what came over the wire has the shape of a grade; `problemOfLevels` judges its values. */
export function isLevelGrade(given: unknown): given is LevelGrade {
  const { name, ratio, t1, t2 }: Record<string, unknown> = Object(given)
  return typeof name === 'string' && [ratio, t1, t2].every((value) => typeof value === 'number')
}

function firstFault(grades: LevelGrade[], decimals: number): LevelProblem | undefined {
  for (const [at, grade] of grades.entries()) {
    const text = faultOf(grade, grades[at - 1], decimals) ?? (isRepeated(grades, at) ? '等级名称重复' : undefined)
    if (text) return inRow(grades, at, text)
  }
  return undefined
}

function faultOf(
  { name, ratio, t1, t2 }: LevelGrade,
  above: LevelGrade | undefined,
  decimals: number,
): string | undefined {
  if (name === '' || name.length > NAME_LENGTH) return `等级名称应为1到${NAME_LENGTH}个字`
  if (!(ratio > 0 && ratio <= 100) || !isRounded(ratio, 2)) return '比例应大于0且不超过100，最多两位小数'
  const isMark = (mark: number) => mark >= 0 && mark <= MOST_MARKS && isRounded(mark, decimals)
  if (!isMark(t1) || !isMark(t2))
    return decimals === 0 ? `赋分区间应为0到${MOST_MARKS}的整数` : `赋分区间应为0到${MOST_MARKS}，最多一位小数`
  if (t1 > t2) return '赋分下限不能高于上限'
  if (above && t2 > above.t1) return `赋分上限不能高于上一等级的下限${above.t1}`
  return undefined
}

function isRounded(value: number, digits: number): boolean {
  return Number.isFinite(value) && Math.abs(value - Number(value.toFixed(digits))) < 1e-9
}

function isRepeated(grades: LevelGrade[], at: number): boolean {
  return grades.findIndex(({ name }) => name === grades[at]?.name) < at
}

/** Shares that do not make a whole: the row at which they pass 100 %, or the last one. */
function sumFault(grades: LevelGrade[]): LevelProblem | undefined {
  let units = 0
  for (const [at, { ratio }] of grades.entries()) {
    units += Math.round(ratio * 100)
    if (units > 10_000) return inRow(grades, at, `比例累计到${units / 100}%，超过100%`)
  }
  return units < 10_000 ? inRow(grades, grades.length - 1, `比例合计${units / 100}%，应为100%`) : undefined
}

function inRow(grades: LevelGrade[], at: number, text: string): LevelProblem {
  return { row: at + 1, text: `第${at + 1}行「${grades[at]?.name ?? ''}」：${text}` }
}
