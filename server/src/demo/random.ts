/** A stream of chance that a seed determines: the same seed tells the same story on every machine. */
export interface Random {
  /** Uniform in [0, 1). */
  next(): number
  normal(mean?: number, sd?: number): number
  /** Whole number in [min, max]. */
  integer(min: number, max: number): number
  chance(share: number): boolean
  pick<T>(list: readonly T[]): T
  /** Index drawn with the given weights. */
  weighted(weights: readonly number[]): number
}

/** mulberry32 seeded by the FNV-1a hash of `seed`; normals by Box-Muller. */
export function createRandom(seed: string): Random {
  let state = hash(seed)
  let spare: number | undefined

  function next(): number {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }

  function standardNormal(): number {
    if (spare !== undefined) {
      const kept = spare
      spare = undefined
      return kept
    }
    const radius = Math.sqrt(-2 * Math.log(1 - next()))
    const angle = 2 * Math.PI * next()
    spare = radius * Math.sin(angle)
    return radius * Math.cos(angle)
  }

  function weighted(weights: readonly number[]): number {
    let rest = next() * weights.reduce((sum, weight) => sum + weight, 0)
    for (const [index, weight] of weights.entries()) {
      rest -= weight
      if (rest < 0) return index
    }
    return weights.length - 1
  }

  return {
    next,
    normal: (mean = 0, sd = 1) => mean + sd * standardNormal(),
    integer: (min, max) => min + Math.floor(next() * (max - min + 1)),
    chance: (share) => next() < share,
    pick: (list) => at(list, Math.floor(next() * list.length)),
    weighted,
  }
}

/** The element that is known to be there. */
export function at<T>(list: ArrayLike<T>, index: number): T {
  const found = list[index]
  if (found === undefined) throw new RangeError(`no element ${index} of ${list.length}`)
  return found
}

function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  return value | 0
}
