import type { ScoringPart } from '@xueheng/contract/domains/exam-model/explain.ts'
import { TIE } from '@xueheng/contract/domains/exam-model/exam-model.ts'
import { ranks, sequenceRanks } from '../exam/index.ts'
import { tidy } from './scoring-rules.ts'

export interface UnitTotal {
  sectionPoints: Record<string, number | null>
  totalPoints: number | null
  rank: number | null
}

/** Sections, totals and ranks of all units; a unit that lacks one part has no total and no rank. */
export function totalsOf(units: ScoringPart[][], tieRule: number | null): UnitTotal[] {
  const totals = units.map((parts) => total(parts))
  const places = tieRule === TIE.byParts ? byParts(units, totals) : ranks(totals)
  return units.map((parts, at) => ({
    sectionPoints: sections(parts),
    totalPoints: totals[at] ?? null,
    rank: places[at] ?? null,
  }))
}

function total(parts: ScoringPart[]): number | null {
  const points = parts.map((part) => part.weighted)
  return points.length === 0 || points.includes(null)
    ? null
    : tidy(points.reduce((sum: number, point) => sum + (point ?? 0), 0))
}

function sections(parts: ScoringPart[]): Record<string, number | null> {
  const names = [...new Set(parts.map((part) => part.section))]
  return Object.fromEntries(names.map((name) => [name, total(parts.filter((part) => part.section === name))]))
}

/** F12: equal totals are told apart by the parts, in their order; those equal in all share a rank. */
function byParts(units: ScoringPart[][], totals: (number | null)[]): (number | null)[] {
  const whole = units.flatMap((parts, at) => {
    const sum = totals[at]
    return typeof sum === 'number' ? [{ at, keys: [sum, ...parts.map((part) => part.weighted ?? 0)] }] : []
  })
  const places = sequenceRanks(whole.map(({ keys }) => keys))
  const result: (number | null)[] = units.map(() => null)
  for (const [index, { at }] of whole.entries()) result[at] = places[index] ?? null
  return result
}
