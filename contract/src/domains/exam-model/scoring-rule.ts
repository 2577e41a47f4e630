/** 计分规则的种类。 */
export const RULE = { best: 1, linear: 2, bands: 3, standard: 4, rank: 5, target: 6, bonus: 7 } as const

/** 一段：值不小于 `from` 得 `points`；没有 `from` 的一段收下其余的值。 */
export interface Band {
  from: number | null
  points: number
}

/** 计分规则的参数；每种规则只用自己的。 */
export interface ScoringRule {
  /** 线性区间：`low` 得 0 分，`high` 得满分；`low` 大于 `high` 时值越小分越高。 */
  low?: number | null
  high?: number | null
  bands?: Band[]
  /** 标准分：`mid + k × Z`。 */
  mid?: number | null
  k?: number | null
  /** 名次分：每差一名扣多少；不填则按名次平均分布。 */
  step?: number | null
  /** 目标完成：固定目标，或存放目标的指标；超额另加的分包含在满分里。 */
  target?: number | null
  targetItem?: string | null
  bonus?: number | null
  /** 加减分：每单位多少分，可以为负。 */
  per?: number | null
}
