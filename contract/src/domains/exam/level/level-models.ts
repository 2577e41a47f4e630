import type { LevelGrade } from './level-param.ts'

/** A published way to assign marks by levels. */
export interface LevelModel {
  title: string
  grades: LevelGrade[]
}

/** Grades without gaps between their marks: each begins one mark below the end of the one above. */
function intervals(names: string[], ratios: number[], ends: number[], top = 100): LevelGrade[] {
  return ratios.map((ratio, at) => ({
    name: names[at] ?? String(at + 1),
    ratio,
    t2: at === 0 ? top : (ends[at - 1] ?? 0) - 1,
    t1: ends[at] ?? 0,
  }))
}

/** One mark for a whole grade, three marks apart. */
function steps(names: string[], ratios: number[], top: number): LevelGrade[] {
  return ratios.map((ratio, at) => ({ name: names[at] ?? String(at + 1), ratio, t2: top - 3 * at, t1: top - 3 * at }))
}

const FIVE = ['A', 'B', 'C', 'D', 'E']
const TWENTY_ONE = ['A', 'B', 'C', 'D'].flatMap((letter) => [1, 2, 3, 4, 5].map((n) => `${letter}${n}`)).concat('E')
const SHANGHAI = ['A+', 'A', 'B+', 'B', 'B-', 'C+', 'C', 'C-', 'D+', 'D', 'E']
const ZHEJIANG = [1, 2, 3, 4, 5, 6, 7, 8, 7, 7, 7, 7, 7, 7, 6, 5, 4, 3, 2]

/** 海南：按百分等级换成正态标准分，均值180，标准差30，60到300分。 */
export const NORMAL_MODEL = 'hainan'
export const NORMAL_MEAN = 180
export const NORMAL_SD = 30

/** 自定义：等级、比例和赋分区间都由考试自己定。 */
export const CUSTOM_MODEL = 'custom'

/** exam-domain 2.11: shares from the top down in percent, and the marks of each grade. */
export const LEVEL_MODELS: Record<string, LevelModel> = {
  p312: { title: '3+1+2（多数省份）', grades: intervals(FIVE, [15, 35, 35, 13, 2], [86, 71, 56, 41, 30]) },
  gd312: { title: '3+1+2（广东）', grades: intervals(FIVE, [17, 33, 33, 15, 2], [83, 71, 59, 41, 30]) },
  shandong: {
    title: '3+3（山东）',
    grades: intervals(
      ['A', 'B+', 'B', 'C+', 'C', 'D+', 'D', 'E'],
      [3, 7, 16, 24, 24, 16, 7, 3],
      [91, 81, 71, 61, 51, 41, 31, 21],
    ),
  },
  zhejiang20: {
    title: '3+3（浙江，20个区间）',
    grades: intervals(
      [],
      [...ZHEJIANG, 2],
      Array.from({ length: 20 }, (_one, at) => 97 - 3 * at),
    ),
  },
  zhejiang21: { title: '3+3（浙江，21级）', grades: steps([], [...ZHEJIANG, 1, 1], 100) },
  beijing: {
    title: '3+3（北京）',
    grades: steps(TWENTY_ONE, [1, 2, 3, 4, 5, 7, 8, 9, 8, 8, 7, 6, 6, 6, 5, 4, 4, 3, 2, 1, 1], 100),
  },
  tianjin: {
    title: '3+3（天津）',
    grades: steps(TWENTY_ONE, [2, 3, 4, 5, 6, 7, 7, 7, 7, 7, 6, 6, 6, 6, 6, 5, 4, 3, 1, 1, 1], 100),
  },
  shanghai: { title: '3+3（上海）', grades: steps(SHANGHAI, [5, ...Array.from({ length: 9 }, () => 10), 5], 70) },
  [NORMAL_MODEL]: { title: '标准分（海南）', grades: [{ name: '标准', ratio: 100, t2: 300, t1: 60 }] },
}

/** What a model is called. */
export function titleOfModel(model: string): string {
  return LEVEL_MODELS[model]?.title ?? '自定义'
}
