const FNV_OFFSET = 0x811c9dc5
const FNV_PRIME = 0x01000193
const RANGE = 2 ** 32

/** A whole number below 2^32 that a seed draws for a text, always the same. */
export function drawNumber(seed: number, text: string): number {
  let hash = (FNV_OFFSET ^ seed) >>> 0
  for (let i = 0; i < text.length; i += 1) hash = Math.imul(hash ^ text.charCodeAt(i), FNV_PRIME)
  return mix(hash)
}

/** Final steps of MurmurHash3: near inputs give far results. */
function mix(value: number): number {
  let hash = value
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return (hash ^ (hash >>> 16)) >>> 0
}

/** Numbers from 0 up to 1, one after another, the same for the same seed. */
export function drawFrom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x9e3779b9) >>> 0
    return mix(state) / RANGE
  }
}
