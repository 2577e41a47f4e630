import { CUSTOM_MODEL, LEVEL_MODELS, NORMAL_MODEL } from '@xueheng/contract/domains/exam/level/level-models.ts'
import {
  DEFAULT_LEVEL_OPTIONS,
  type LevelGrade,
  type LevelOptions,
  type LevelParam,
} from '@xueheng/contract/domains/exam/level/level-param.ts'
import { areLevelOptions, isLevelGrade, problemOfLevels } from '@xueheng/contract/domains/exam/level/level-problems.ts'
import { type AppError, refuse } from '../../../platform/error.ts'

/** What the options of the wire may say of what is fixed. */
const FIXED = { base: 'valid', order: 'desc', lostGrade: 'keepEmpty', round: 'halfUp' }

/** The parameters of an exam as they come over the wire, in the order of its courses. Refuses the first fault with course and row. */
export function readLevels(given: unknown, courseNames: string[]): LevelParam[] {
  const list: unknown = typeof given === 'string' ? parsed(given) : given
  if (!Array.isArray(list)) throw refuse('等级赋分参数应为列表')
  const params = list.map((one: unknown, at) => readLevel(one, `第${at + 1}科`, courseNames))
  const names = params.map(({ courseName }) => courseName)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice) throw refuse(`「${twice}」的等级赋分参数重复`)
  return courseNames.flatMap((name) => params.filter(({ courseName }) => courseName === name))
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function readLevel(given: unknown, where: string, courseNames: string[]): LevelParam {
  const one: Record<string, unknown> = Object(typeof given === 'string' ? parsed(given) : given)
  const courseName = String(one['courseName'] ?? '')
  if (!courseNames.includes(courseName)) throw refuse(`${where}：考试没有科目「${courseName}」`)
  const says = (text: string) => refuse(`「${courseName}」${text}`)
  const model = String(one['model'] ?? CUSTOM_MODEL)
  const param = {
    courseName,
    model,
    grades: gradesOf(one['grades'], model, says),
    options: optionsOf(one['options'], says),
  }
  const problem = problemOfLevels(param)
  if (problem) throw says(problem.text)
  return param
}

/** Those given; where none are, or none can be, those of the model. */
function gradesOf(given: unknown, model: string, says: (text: string) => AppError): LevelGrade[] {
  const preset = LEVEL_MODELS[model]?.grades
  const isPreset = given === undefined || given === null || model === NORMAL_MODEL
  if (preset && isPreset) return preset
  const list: unknown[] = Array.isArray(given) ? given : []
  return list.map((one, at) => {
    if (!isLevelGrade(one)) throw says(`第${at + 1}行：等级应有名称、比例和赋分区间`)
    return { name: one.name.trim(), ratio: one.ratio, t2: one.t2, t1: one.t1 }
  })
}

function optionsOf(given: unknown, says: (text: string) => AppError): LevelOptions {
  const all: Record<string, unknown> = { ...DEFAULT_LEVEL_OPTIONS, ...Object(given) }
  for (const [name, value] of Object.entries(FIXED))
    if (all[name] !== undefined && all[name] !== value) throw says(`选项 ${name} 只能是 ${value}`)
  if (!areLevelOptions(all)) throw says('划等选项不在可选范围内')
  const { zeroScore, boundary, cumulative, topEndpoint, lastEndpoint, singlePoint, decimals } = all
  return { zeroScore, boundary, cumulative, topEndpoint, lastEndpoint, singlePoint, decimals }
}
