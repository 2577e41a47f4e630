/** One grade of a course by levels: its share of those with a valid mark, in percent, and the marks it is mapped to. */
export interface LevelGrade {
  name: string
  /** Percent, at most two decimals. */
  ratio: number
  /** Highest assigned mark. */
  t2: number
  /** Lowest assigned mark. */
  t1: number
}

/** What the official texts leave open; printed under every report of the exam. */
export interface LevelOptions {
  /** A mark of 0 takes part, takes no part and stays 0, or is assigned 0. */
  zeroScore: 'keep' | 'exclude' | 'zero'
  /** Where a grade ends when its share falls among equal marks: the nearer end, all of them in, none of them in. */
  boundary: 'near' | 'upper_min' | 'lower_max'
  /** Shares are added up from the top; else each grade is measured from where the one above really ended. */
  cumulative: boolean
  /** The top raw mark of the first grade: the best that occurs, or the full mark. */
  topEndpoint: 'real' | 'fullMark'
  /** The lowest raw mark of the last grade: the lowest that occurs, or 0. */
  lastEndpoint: 'real' | 'zero'
  /** A grade with one raw mark only is assigned its highest, lowest or middle mark. */
  singlePoint: 'to_max' | 'to_min' | 'to_mean'
  /** Decimals of the assigned mark; rounding is half up. */
  decimals: number
}

/** 等级赋分参数：一科一份。 */
export interface LevelParam {
  courseName: string
  /** A key of `LEVEL_MODELS`, or `custom`. */
  model: string
  grades: LevelGrade[]
  options: LevelOptions
}

export const DEFAULT_LEVEL_OPTIONS: LevelOptions = {
  zeroScore: 'keep',
  boundary: 'near',
  cumulative: true,
  topEndpoint: 'real',
  lastEndpoint: 'real',
  singlePoint: 'to_max',
  decimals: 0,
}

/** The choices of each option with their words, the usual one first. */
export const LEVEL_CHOICES = {
  boundary: { near: '取最接近累计比例的分数', upper_min: '同分全部归入上一等', lower_max: '同分全部归入下一等' },
  zeroScore: { keep: '零分参加划等', exclude: '零分不参加，按零分计', zero: '零分不参加，赋0分' },
  topEndpoint: { real: '实际最高分', fullMark: '卷面满分' },
  lastEndpoint: { real: '实际最低分', zero: '0分' },
  singlePoint: { to_max: '赋该等最高分', to_min: '赋该等最低分', to_mean: '赋该等中间分' },
} as const
