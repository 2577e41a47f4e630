import type { ScoringRule } from './scoring-rule.ts'

/** How a number came about, step by step: kept with every result and drawn by the screen. */

export interface ExamUsed {
  examId: string
  examName: string
  packageVersion: number
}

/** Where the value of an indicator comes from. */
export type ItemExplain =
  | {
      kind: 'quota'
      field: string
      courseName: string
      exams: (ExamUsed & { value: number | null; top: number | null; base: number | null })[]
      value: number | null
    }
  | { kind: 'expression'; expression: string; inputs: NamedValue[]; value: number | null }
  | {
      kind: 'valueAdded'
      exams: ExamUsed[]
      courseName: string
      /** The line all matched students give: later = intercept + slope × earlier, in standard scores. */
      slope: number | null
      intercept: number | null
      matched: number
      /** Mean residual before it is drawn towards 0 by n / (n + 15). */
      residual: number | null
      value: number | null
    }
  | { kind: 'manual'; value: number | null }

export interface NamedValue {
  code: string
  name: string
  value: number | null
}

/** Inputs → value → rule → points of one scoring item for one unit. */
export interface ScoringExplain {
  itemCode: string
  itemName: string
  item: ItemExplain
  value: number | null
  decimals: number
  ruleKind: number
  rule: ScoringRule
  /** The smaller the value, the better. */
  isLessBetter: boolean
  fullPoints: number
  /** The numbers the rule compared the value with: `best`; `from`; `mean`, `sd`, `z`; `rank`, `units`; `target`, `excess`, `most`. */
  against: Record<string, number | null>
  points: number | null
  /** The points before the limits of the scoring item cut them. */
  uncut?: number
}

/** One line of a unit's total. */
export interface ScoringPart extends ScoringExplain {
  scoringCode: string
  scoringName: string
  section: string
  weight: number
  /** points × weight, what enters the total. */
  weighted: number | null
}

/** What a result keeps: of an indicator, of a scoring item, or of a model. */
export type Explain = ItemExplain | ScoringExplain | ScoringPart[]
