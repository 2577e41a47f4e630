import { CUSTOM_MODEL, LEVEL_MODELS } from '@xueheng/contract/domains/exam/level/level-models.ts'
import {
  DEFAULT_LEVEL_OPTIONS,
  type LevelGrade,
  type LevelParam,
} from '@xueheng/contract/domains/exam/level/level-param.ts'
import { problemOfLevels } from '@xueheng/contract/domains/exam/level/level-problems.ts'

/** The courses two are chosen of beside 物理 or 历史. */
const FURTHER = ['化学', '生物', '生物学', '政治', '思想政治', '地理']

/** Gives a course this model, or takes it out of the levels; its options stay. */
export function withModel(params: LevelParam[], courseName: string, model: string | null): LevelParam[] {
  const old = params.find((one) => one.courseName === courseName)
  const others = params.filter((one) => one !== old)
  if (model === null) return others
  const grades = LEVEL_MODELS[model]?.grades ?? old?.grades ?? LEVEL_MODELS['p312']?.grades ?? []
  return [...others, { courseName, model, grades, options: old?.options ?? DEFAULT_LEVEL_OPTIONS }]
}

/** The same model for every course that has one, or, where none has, for the courses that are chosen further. */
export function withModelForAll(params: LevelParam[], courseNames: string[], model: string): LevelParam[] {
  const own = params.map(({ courseName }) => courseName)
  const wanted = own.length > 0 ? own : courseNames.filter((name) => FURTHER.includes(name))
  return wanted.reduce((list, name) => withModel(list, name, model), params)
}

/** Grades typed by hand are a model of their own. */
export function withGrades(params: LevelParam[], courseName: string, grades: LevelGrade[]): LevelParam[] {
  return params.map((one) => (one.courseName === courseName ? { ...one, model: CUSTOM_MODEL, grades } : one))
}

/** Another grade below the last one. */
export function nextGrade(grades: LevelGrade[]): LevelGrade {
  const left = 100 - grades.reduce((sum, { ratio }) => sum + ratio, 0)
  const top = Math.max((grades.at(-1)?.t1 ?? 101) - 1, 0)
  return {
    name: String(grades.length + 1),
    ratio: Math.max(Math.round(left * 100) / 100, 1),
    t2: top,
    t1: Math.max(top - 9, 0),
  }
}

/** Lines of a workbook: name, share, highest and lowest mark of each grade; nothing where it is another text. */
export function pastedGrades(text: string): LevelGrade[] | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const rows = lines.map((line) => line.split('\t').map((cell) => cell.trim()))
  if (rows.some((cells) => cells.length < 4)) return undefined
  const grades = rows.map(([name = '', ratio = '', ...marks]) => {
    const [t2 = NaN, t1 = NaN] = marks.map(Number)
    return { name, ratio: Number(ratio.replace('%', '')), t2, t1 }
  })
  const isSound = grades.every(({ ratio, t1, t2 }) => [ratio, t1, t2].every(Number.isFinite))
  return isSound && grades.length > 0 ? grades : undefined
}

/** Why the parameters may not be saved, with the course; undefined when they may. */
export function problemOfDraft(params: LevelParam[]): { courseName: string; text: string } | undefined {
  for (const param of params) {
    const problem = problemOfLevels(param)
    if (problem) return { courseName: param.courseName, text: problem.text }
  }
  return undefined
}
