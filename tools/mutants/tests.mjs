import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from '../install.mjs'
import { importGraph } from '../house/graph.mjs'
import { filesBelow, readSource, sourcesBelow, walk } from '../source.mjs'
import { globbedBy } from './globs.mjs'

const REPORT = join(root, 'node_modules', '.cache', 'reports', 'vitest.json')
/** What a file of tests takes that no report tells of. */
const USUAL_MS = 5000
const LEAST_WORD = 5

/** Tests of everything that is declared, whatever its domain. */
const GENERIC = /^(server\/test|web\/src\/screens)\//

/**
 * Answers, for a source or statement, the files of tests that could notice a change of it: those that reach it by their
 * imports; those of its folder first, then of its domain, then of everything declared, then the rest; among them those
 * that speak of the same things, quick ones first.
 */
export function testFinder(base) {
  const tests = ['contract/src', 'server/src', 'server/test', 'web/src'].flatMap((folder) =>
    filesBelow(folder, /\.test\.tsx?$/, base),
  )
  const helpers = filesBelow('server/test', /(?<!\.test)\.ts$/, base)
  const sources = ['contract/src', 'server/src', 'web/src'].flatMap((folder) => filesBelow(folder, /\.tsx?$/, base))
  const edges = importGraph([...new Set([...sources, ...helpers, ...tests])], base)
  for (const path of sources.filter((one) => one.startsWith('web/'))) {
    edges.set(path, [...(edges.get(path) ?? []), ...globbedBy(path, sources, base)])
  }
  const reached = new Map(tests.map((test) => [test, reachedFrom(test, edges)]))
  const texts = new Map(tests.map((test) => [test, readSource(test, base).text]))
  const durations = knownDurations()
  return (path) => {
    const anchors = anchorsOf(path, base)
    const words = wordsOf(path, base)
    return tests
      .filter((test) => anchors.some((anchor) => reached.get(test).has(anchor)))
      .map((test) => {
        const shared = words.filter((word) => texts.get(test).includes(word)).length
        return { test, far: distance(test, path), shared, ms: durations.get(test) ?? USUAL_MS }
      })
      .toSorted((one, other) => one.far - other.far || other.shared - one.shared || one.ms - other.ms)
      .map(({ test }) => test)
  }
}

/** A statement is read by the programs of its folder, or of the next folder above that has some. */
function anchorsOf(path, base) {
  if (!path.endsWith('.sql')) return [path]
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
    const near = sourcesBelow(folder, base).filter((source) => dirname(source) === folder)
    if (near.length > 0) return near
  }
  return []
}

function distance(test, path) {
  if (dirname(test) === dirname(path)) return 0
  const home = path.split('/').slice(0, 4).join('/')
  if (test.startsWith(`${home}/`)) return 1
  return GENERIC.test(test) ? 2 : 3
}

/** Texts and paths a source writes out: what a test of it writes, too. */
function wordsOf(path, base) {
  if (path.endsWith('.sql')) return []
  const words = new Set()
  walk(readSource(path, base).program, ({ type, value }) => {
    if (type === 'Literal' && typeof value === 'string' && value.length >= LEAST_WORD) words.add(value)
  })
  return [...words]
}

function reachedFrom(test, edges) {
  const seen = new Set([test])
  for (const file of seen) for (const next of edges.get(file) ?? []) seen.add(next)
  return seen
}

/** How long each file took in the last run of all tests. */
function knownDurations() {
  if (!existsSync(REPORT)) return new Map()
  const { testResults } = JSON.parse(readFileSync(REPORT, 'utf8'))
  return new Map(
    testResults.map(({ name, startTime, endTime }) => [
      name.slice(root.length).replaceAll('\\', '/'),
      endTime - startTime,
    ]),
  )
}
