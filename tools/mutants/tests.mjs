import { existsSync, readFileSync } from 'node:fs'
import { basename, dirname, join, posix } from 'node:path'
import { root } from '../install.mjs'
import { importGraph } from '../house/graph.mjs'
import { filesBelow, readSource, sourcesBelow, walk } from '../source.mjs'
import { globbedBy } from './globs.mjs'

const REPORT = join(root, 'node_modules', '.cache', 'reports', 'vitest.json')
/** What a file of tests takes that no report tells of: longer ones longer. */
const MS_A_CHARACTER = 1
const LEAST_WORD = 5
/** More steps than any import takes. */
const UNREACHED = 1000

/** Tests of everything that is declared, whatever its domain. */
const GENERIC = /^(server\/test|web\/src\/screens)\//
/** Of a screen, those of every screen are about its domain alone. */
const OF_A_SCREEN = /^web\/src\/domains\//

/**
 * Answers, for a change of a source or statement, the files of tests that could notice it: those that ran what it changes where
 * that is known (`reachOf`), else those that reach the source by their imports; nearest first (`distance`), among them those
 * that speak of the same things, then those that import it in fewer steps, then quick ones.
 */
export function testFinder(base, reachOf = () => () => undefined) {
  const tests = ['contract/src', 'server/src', 'server/test', 'web/src'].flatMap((folder) =>
    filesBelow(folder, /\.test\.tsx?$/, base),
  )
  const helpers = filesBelow('server/test', /(?<!\.test)\.ts$/, base)
  const sources = ['contract/src', 'server/src', 'web/src'].flatMap((folder) => filesBelow(folder, /\.tsx?$/, base))
  const edges = importGraph([...new Set([...sources, ...helpers, ...tests])], base)
  for (const path of sources.filter((one) => one.startsWith('web/'))) {
    edges.set(path, [...(edges.get(path) ?? []), ...globbedBy(path, sources, base)])
  }
  for (const path of sources.filter((one) => one.startsWith('server/'))) {
    edges.set(path, [...(edges.get(path) ?? []), ...startedBy(path, base)])
  }
  const reached = new Map(tests.map((test) => [test, stepsFrom(test, edges)]))
  const texts = new Map(tests.map((test) => [test, readSource(test, base).text]))
  const durations = knownDurations()
  const msOf = (test) => durations.get(test) ?? texts.get(test).length * MS_A_CHARACTER
  return (mutant) => {
    const { path } = mutant
    const anchors = anchorsOf(path, base)
    const stepsOf = (test) => Math.min(...anchors.map((anchor) => reached.get(test).get(anchor) ?? UNREACHED))
    const runs = reachOf(mutant)
    const asked = tests.filter((test) => runs(test) ?? stepsOf(test) < UNREACHED)
    const weigh = weigherOf(wordsOf(path, base), asked, texts)
    return asked
      .map((test) => {
        const steps = stepsOf(test)
        return { test, far: distance(test, path, steps), shared: weigh(test), steps, ms: msOf(test) }
      })
      .toSorted(
        (one, other) =>
          one.far - other.far || other.shared - one.shared || one.steps - other.steps || one.ms - other.ms,
      )
      .map(({ test }) => test)
  }
}

/** What of the same a test speaks: a word that few of them have tells most. */
function weigherOf(words, tests, texts) {
  const weights = words.map((word) => {
    const having = new Set(tests.filter((test) => texts.get(test).includes(word)))
    return { having, weight: 1 / having.size }
  })
  return (test) => weights.reduce((sum, { having, weight }) => sum + (having.has(test) ? weight : 0), 0)
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

/**
 * How far a file of tests is from what is changed: 0 one beside it that has its name or imports it; 1 another beside it,
 * or one that imports it from elsewhere; 2 the rest of its domain; 3 other domains; 4 what is about everything declared.
 */
function distance(test, path, steps) {
  if (GENERIC.test(test)) return OF_A_SCREEN.test(path) ? 3 : 4
  const isBeside = dirname(test) === dirname(path)
  const isNamed = stemOf(test) === stemOf(path) || basename(test).startsWith(`${stemOf(path)}-`)
  if (isBeside && (steps === 1 || isNamed)) return 0
  if (isBeside || steps === 1) return 1
  const home = path.split('/').slice(0, 4).join('/')
  return test.startsWith(`${home}/`) ? 2 : 3
}

function stemOf(path) {
  return basename(path).replace(/(\.(test|page))?\.\w+$/, '')
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

/** The programs a source starts: it names them beside itself. */
function startedBy(path, base) {
  const started = []
  walk(readSource(path, base).program, ({ type, callee, arguments: given }) => {
    const name = type === 'NewExpression' && callee.name === 'URL' ? given[0]?.value : undefined
    if (typeof name === 'string' && name.endsWith('.ts')) started.push(posix.join(dirname(path), name))
    return true
  })
  return started
}

/** The files a test reaches by its imports, and in how many steps. */
function stepsFrom(test, edges) {
  const steps = new Map([[test, 0]])
  for (const [file, step] of steps) {
    for (const next of edges.get(file) ?? []) if (!steps.has(next)) steps.set(next, step + 1)
  }
  return steps
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
