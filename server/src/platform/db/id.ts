import { type RawBuilder, sql } from 'kysely'

const EPOCH = Date.UTC(2024, 0, 1)
const NODE_BITS = 10n
const SEQUENCE_BITS = 12n
/** Ids of one process within a millisecond. */
const PER_MS = 2 ** Number(SEQUENCE_BITS)
const node = BigInt(Math.floor(Math.random() * 1024))

/** Makes the ids of one process, by a clock of milliseconds. */
export function idMaker(clock: () => number) {
  let lastMs = 0
  let sequence = 0

  function id(): string {
    const time = BigInt(lastMs - EPOCH) << (NODE_BITS + SEQUENCE_BITS)
    return (time | (node << SEQUENCE_BITS) | BigInt(sequence)).toString()
  }

  /** A new 64-bit id that grows with time: milliseconds, a random node number, a sequence. A string, as it is past 2^53. */
  function nextId(): string {
    const now = Math.max(clock(), lastMs)
    sequence = now === lastMs ? sequence + 1 : 0
    lastMs = now
    if (sequence >= PER_MS) {
      lastMs += 1
      sequence = 0
    }
    return id()
  }

  /** Sets `count` ids aside and answers the first; the others follow by `idAfter`. */
  function reserveIds(count: number): string {
    lastMs = Math.max(clock(), lastMs + 1)
    sequence = 0
    const first = id()
    lastMs += Math.floor(count / PER_MS)
    sequence = count % PER_MS
    return first
  }

  return { nextId, reserveIds }
}

export const { nextId, reserveIds } = idMaker(() => Date.now())

/** The reserved id `n` places after the first, from 0, as an expression over the rows of a statement. */
export function idAfter(first: string, n: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`${first}::bigint + ((${n}) / ${PER_MS}::bigint << ${Number(NODE_BITS + SEQUENCE_BITS)}::int) + (${n}) % ${PER_MS}::bigint`
}

/**
 * New ids for the rows of an `insert … select` as they come, as an expression; no more than `count` may come (`limit`).
 * Places in an array, not a join: rows written shortly before have no statistics, and a join may read all ids for each.
 */
export function nextIds(count: number): RawBuilder<unknown> {
  return sql`(${Array.from({ length: count }, nextId)}::bigint[])[row_number() over ()]`
}
