import { halfUp } from './rounding.ts'

/** An interval of raw scores mapped onto one of assigned scores. */
export interface LevelInterval {
  rawLow: number
  rawHigh: number
  low: number
  high: number
}

/** 等比例转换赋分: linear within the grade's interval, half up to a whole mark; a single raw score takes the top. */
export function assignedScore(raw: number, { rawLow, rawHigh, low, high }: LevelInterval): number {
  if (rawHigh === rawLow) return high
  return halfUp(low + ((high - low) * (raw - rawLow)) / (rawHigh - rawLow), 0)
}
