import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { root } from '../install.mjs'
import { filesBelow, readText, sourcesBelow } from '../source.mjs'
import { marked, partAt, partsOf, silentThrows } from './marks.mjs'
import { quietVitest } from './run.mjs'

const REPORT = join(root, 'node_modules', '.cache', 'reports', 'reached.json')
const HEAR = 'tools/mutants/hear.mjs'
const OF_THE_SERVER = /^(server|contract|tools)\//

/**
 * Runs the tests of the server in a copy of the checkout and keeps which of them reached which part of which source. Answers what
 * is thrown nowhere in them.
 */
export async function recordReach(folder) {
  const heard = join(folder, 'tmp', 'reached')
  mkdirSync(heard)
  mkdirSync(dirname(REPORT), { recursive: true })
  process.env['REACHED_FOLDER'] = heard
  const programs = sourcesBelow('server/src', folder)
  const paths = [...programs, ...filesBelow('server/src', /\.sql$/, folder)]
  const texts = new Map(paths.map((path) => [path, readText(path, folder)]))
  for (const [path, text] of texts) writeFileSync(join(folder, path), marked(path, text))
  const vitest = await quietVitest(folder, { onTestModuleEnd: (module) => console.log(pathOf(module.moduleId)) }, 0)
  for (const project of vitest.projects) project.config.setupFiles.push(join(folder, HEAR))
  const specs = await vitest.globTestSpecifications()
  await vitest.runTestSpecifications(specs.filter(({ moduleId }) => OF_THE_SERVER.test(pathOf(moduleId))))
  await vitest.close()
  const tests = {}
  for (const name of readdirSync(heard)) {
    const { test, parts } = JSON.parse(readFileSync(join(heard, name), 'utf8'))
    for (const part of parts) (tests[part] ??= []).push(pathOf(test))
  }
  const asked = specs.map(({ moduleId }) => pathOf(moduleId)).map((path) => [path, readText(path, folder)])
  const digests = Object.fromEntries([...texts, ...asked].map(([path, text]) => [path, digestOf(text)]))
  writeFileSync(REPORT, JSON.stringify({ digests, tests }))
  return programs.flatMap((path) => silentThrows(path, texts.get(path), (number) => `${path} ${number}` in tests))

  function pathOf(file) {
    return relative(folder, file).replaceAll('\\', '/')
  }
}

/**
 * Answers, for a change, whether a file of tests runs what it changes; undefined where that is not known: nothing was recorded,
 * the source or the tests are others since, or the change lies in what runs when the file is read, or in programs alone that
 * tests start.
 */
export function reachFinder(base) {
  if (!existsSync(REPORT)) return () => () => undefined
  const { digests, tests } = JSON.parse(readFileSync(REPORT, 'utf8'))
  const isSame = memoized((path) => digests[path] === digestOf(readText(path, base)))
  return ({ path, start }) => {
    const number = isSame(path) ? partAt(partsOf(path, readText(path, base)), start) : undefined
    const ran = number === undefined ? undefined : tests[`${path} ${number}`]
    return (test) => (ran && isSame(test) ? ran.includes(test) : undefined)
  }
}

function memoized(ask) {
  const known = new Map()
  return (path) => {
    if (!known.has(path)) known.set(path, ask(path))
    return known.get(path)
  }
}

function digestOf(text) {
  return createHash('sha256').update(text).digest('hex')
}
