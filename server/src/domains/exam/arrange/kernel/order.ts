import { SORT_MODE } from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import { groupBy } from './group-by.ts'
import { drawNumber } from './draw.ts'
import type { Candidate } from './types.ts'

/** The candidates in the order in which they go into rooms; the order they are given in does not matter. */
export function orderCandidates(candidates: readonly Candidate[], sortMode: number, seed: number): Candidate[] {
  const drawn = drawOrder(candidates, seed)
  if (sortMode === SORT_MODE.lastScore) return drawn.toSorted(byScore)
  if (sortMode === SORT_MODE.serpentine) return takeTurns(drawn.toSorted(byScore), ({ school }) => school, true)
  if (sortMode === SORT_MODE.roundRobin) return takeTurns(drawn, ({ klass }) => klass, false)
  return drawn
}

/** By lot, and by key where two draw the same. */
function drawOrder(candidates: readonly Candidate[], seed: number): Candidate[] {
  return candidates
    .map((candidate) => ({ candidate, lot: drawNumber(seed, candidate.key) }))
    .toSorted((one, other) => one.lot - other.lot || compare(one.candidate.key, other.candidate.key))
    .map(({ candidate }) => candidate)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}

/** Best first; who has no score comes last. */
function byScore(one: Candidate, other: Candidate): number {
  return (other.score ?? -Infinity) - (one.score ?? -Infinity) || 0
}

/** One of each unit in turn, the larger units first; serpentine turns round after every round. */
function takeTurns(
  candidates: readonly Candidate[],
  unitOf: (candidate: Candidate) => string,
  isSerpentine: boolean,
): Candidate[] {
  const queues = [...groupBy(candidates, unitOf)]
    .toSorted(([one, a], [other, b]) => b.length - a.length || compare(one, other))
    .map(([, queue]) => queue)
  const taken: Candidate[] = []
  for (let round = 0; taken.length < candidates.length; round += 1) {
    const row = queues.flatMap((queue) => queue[round] ?? [])
    taken.push(...(isSerpentine && round % 2 === 1 ? row.toReversed() : row))
  }
  return taken
}
