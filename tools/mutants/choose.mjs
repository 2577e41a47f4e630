import { filesBelow, readText, sourcesBelow } from '../source.mjs'
import { makeMutants } from './make.mjs'

export const PARTS = ['guards', 'sql', 'server', 'web']
/** Several in one file tell little more than one. */
const MOST_A_FILE = 3
/** Seeds are in the template that all tests clone, demo data and commands in none. */
const ELSEWHERE = /^server\/src\/(demo|cli)\/|seed[^/]*\.ts$/

/** All small changes there are, in the order of the files. */
export function allMutants(base) {
  const sources = ['server/src', 'web/src'].flatMap((folder) => sourcesBelow(folder, base))
  const statements = filesBelow('server/src', /\.sql$/, base)
  const programs = sources.filter((path) => !ELSEWHERE.test(path))
  return [...programs, ...statements].flatMap((path) => makeMutants(path, readText(path, base)))
}

/** `number` of them, as many of each part, the same for the same seed. */
export function chooseMutants(mutants, { number, seed, parts }) {
  const random = randomFrom(seed)
  return parts.flatMap((part, at) => {
    const share = Math.floor(number / parts.length) + (at < number % parts.length ? 1 : 0)
    const taken = new Map()
    const mixed = mixedBy(
      mutants.filter((one) => one.part === part),
      random,
    )
    const spread = mixed.filter(({ path }) => {
      taken.set(path, (taken.get(path) ?? 0) + 1)
      return taken.get(path) <= MOST_A_FILE
    })
    return spread.slice(0, share)
  })
}

/** Fisher and Yates. */
function mixedBy(list, random) {
  const mixed = [...list]
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = Math.floor(random() * (at + 1))
    ;[mixed[at], mixed[other]] = [mixed[other], mixed[at]]
  }
  return mixed
}

/** Numbers from 0 to below 1 (mulberry32). */
function randomFrom(seed) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
