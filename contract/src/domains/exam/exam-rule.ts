/** 统计口径：一次考试的全部计算规则，随包冻结。 */
export interface ExamRule {
  /** Denominator of rates: those who sat the paper, or everyone on the archived list. */
  rateBase: 'actual' | 'plan'
  /** When a total is void: any counted course absent, never (absent = 0), or only when all are absent. */
  absentPolicy: 'anyAbsent' | 'sumTaken' | 'allAbsentOnly'
  /** Which total ranks, lines, bands and reports follow where an exam has levels; both are kept. */
  totalBy: 'level' | 'raw'
  removeZeroScores: boolean
  /** Only students with isCount = 1. */
  isCountOnly: boolean
  sdType: 'population' | 'sample'
  /** Shares of the full mark. */
  excellentShare: number
  goodShare: number
  passShare: number
  lowShare: number
  /** `weighted` F22: w1·mean/full + w2·pass + w3·excellent; `county` F20: ratios to the best unit. */
  composite: { kind: 'weighted' | 'county'; weights: [number, number, number] }
  /** Band widths in marks. */
  paragraphStep: { total: number; course: number }
  frontNList: number[]
}

export const DEFAULT_RULE: ExamRule = {
  rateBase: 'actual',
  absentPolicy: 'anyAbsent',
  totalBy: 'level',
  removeZeroScores: false,
  isCountOnly: true,
  sdType: 'population',
  excellentShare: 0.85,
  goodShare: 0.75,
  passShare: 0.6,
  lowShare: 0.4,
  composite: { kind: 'weighted', weights: [0.4, 0.3, 0.3] },
  paragraphStep: { total: 10, course: 5 },
  frontNList: [100, 500, 1000],
}

/** 分数状态：空白是缺考，0 是零分，二者从不互换。 */
export const SCORE_STATUS = { normal: 0, absent: 1, zero: 2, cheat: 3, breach: 4, deferred: 5, exempt: 6 } as const

/** The pseudo course every total is filed under. */
export const TOTAL_COURSE = '总分'
