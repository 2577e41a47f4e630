import type { MixRule, RoomGrid, Sitter } from '@xueheng/contract/domains/exam/arrange/seat-plan.ts'

/** Somebody who is to be seated. */
export interface Candidate extends Sitter {
  id: string
  /** What the order is drawn by: the same for the same person in every run. */
  key: string
  name: string
  group: string
  score: number | null
  /** Sits in front. */
  isSpecial: boolean
  /** The seat that is kept for this candidate. */
  fixed: { roomNo: string; no: number } | undefined
}

export interface PlanRoom extends RoomGrid {
  no: string
  point: string | null
  /** Groups it takes; all of them when empty. */
  scope: string[]
}

export interface PlanRules extends MixRule {
  /** `SORT_MODE`. */
  sortMode: number
  /** `FILL_MODE`. */
  fillMode: number
  /** `POINT_MODE`. */
  pointMode: number
  /** 1: what groups leave over shares rooms. */
  isMixedRest: number | null
  seed: number
}

/** Where a candidate sits, and which rules that breaks. */
export interface Placement {
  candidate: Candidate
  room: PlanRoom
  no: number
  row: number
  col: number
  conflict: string | null
}

/** A plan that cannot be made, with the names, in Chinese. */
export class PlanRefusal extends Error {
  override readonly name = 'PlanRefusal'
}

const MOST_NAMES = 5

/** `甲、乙等7人` */
export function namesOf(candidates: readonly { name: string }[]): string {
  const names = candidates.slice(0, MOST_NAMES).map(({ name }) => name)
  return names.join('、') + (candidates.length > MOST_NAMES ? `等${candidates.length}人` : '')
}
