import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { registry } from '../../contract/src/index.ts'
import { filesInCircles, importGraph } from './graph.mjs'
import { row } from './table.mjs'
import { bareNames, declaredTables, handAliases, migratedTables } from './tables.mjs'
import { timedExpectations } from './timed.mjs'
import { castsIn, silentCalls } from './types.mjs'
import { carriesOut, codeLines } from './web.mjs'
import { root } from '../install.mjs'
import { filesBelow, readSource, sourcesBelow, testsBelow } from '../source.mjs'

const KIT_BUDGET = 800
const MOST_CASTS = 10
const MOST_MINUTES = 35
const WEB_TESTS = 0.25
const NOTICED = { guards: 1, server: 0.85, web: 0.6 }

/** What the sources themselves tell; tests hold all of it. */
export function measureSources() {
  return [
    tables(),
    statements(),
    aliases(),
    ...['server', 'web'].flatMap(casts),
    silent(),
    actions(),
    circles(),
    kit(),
    webTests(),
    timed(),
  ]
}

/** What the last runs of the tests and of the mutants left behind. */
export function measureReports() {
  return [duration(), ...mutants()]
}

function tables() {
  const declared = declaredTables(registry)
  const all = migratedTables()
  const silentOnes = all.filter((name) => !declared.has(name))
  return row(
    'tables declared',
    `${all.length - silentOnes.length} of ${all.length}`,
    'all',
    silentOnes.length === 0,
    silentOnes,
  )
}

function statements() {
  const known = new Set(migratedTables())
  const found = over(sourcesBelow('server/src'), (path, text) => bareNames(path, text, known))
  const [own, domains] = parted(found)
  const value = `${domains.length} (platform ${own.length})`
  return row('statements that name a table bare', value, '0 outside the platform', domains.length === 0, domains)
}

function aliases() {
  const found = over(sourcesBelow('server/src'), handAliases)
  return row('aliases as "camelCase" by hand', found.length, '0', found.length === 0, found)
}

function casts(side) {
  const found = over(sourcesBelow(`${side}/src`), castsIn)
  const [, domains] = parted(found)
  const isMet = found.length < MOST_CASTS && domains.length === 0
  const value = `${found.length} (outside the platform ${domains.length})`
  return row(`casts in ${side}`, value, `under ${MOST_CASTS}, platform only`, isMet, found)
}

function silent() {
  const found = silentCalls(registry).map(({ name, method, path }) => `${name} ${method} ${path}`)
  return row('calls with data nobody declared', found.length, '0', found.length === 0, found)
}

function actions() {
  const found = sourcesBelow('web/src').filter((path) => carriesOut(path, readSource(path).text))
  return row('files that carry out actions by hand', found.length, '1', found.length <= 1, found)
}

function webTests() {
  const lines = (paths) => paths.reduce((sum, path) => sum + readSource(path).text.split('\n').length, 0)
  const share = lines(testsBelow('web/src')) / lines(sourcesBelow('web/src'))
  return row('web test lines per source line', share.toFixed(2), String(WEB_TESTS), share >= WEB_TESTS)
}

function timed() {
  const tests = [...testsBelow('server'), ...testsBelow('web'), ...filesBelow('e2e', /\.spec\.ts$/)]
  const found = over(tests, timedExpectations)
  return row('tests that look at the clock', found.length, '0', found.length === 0, found)
}

function circles() {
  const found = filesInCircles(
    importGraph(['contract', 'server', 'web'].flatMap((side) => sourcesBelow(`${side}/src`))),
  )
  return row('files in circles, types counted', found.length, '0', found.length === 0, found)
}

function kit() {
  const files = sourcesBelow('contract/src/kit').map((path) => [path, codeLines(path, readSource(path).text)])
  const total = files.reduce((sum, [, lines]) => sum + lines, 0)
  const list = files.map(([path, lines]) => `${lines} ${path}`)
  return row('code lines of the kit', total, `at most ${KIT_BUDGET}`, total <= KIT_BUDGET, list)
}

function duration() {
  const { seconds, finished, failed } = report('test.json') ?? {}
  if (seconds === undefined) return row('npm test', 'not run', `at most ${MOST_MINUTES} min`)
  const minutes = seconds / 60
  const value = `${minutes.toFixed(1)} min on ${finished.slice(0, 10)}`
  return row('npm test', value, `at most ${MOST_MINUTES} min`, minutes <= MOST_MINUTES && failed === 0)
}

function mutants() {
  const { parts } = report('mutants.json') ?? { parts: {} }
  const server = ['guards', 'sql', 'server'].flatMap((name) => parts[name] ?? [])
  const sums = { guards: [parts.guards ?? []].flat(), server, web: [parts.web ?? []].flat() }
  return Object.entries(sums).map(([name, list]) => {
    const made = list.reduce((sum, one) => sum + one.made, 0)
    const noticed = list.reduce((sum, one) => sum + one.noticed, 0)
    const late = list.reduce((sum, one) => sum + one.late, 0)
    const wanted = `${NOTICED[name] * 100} %`
    const title = `small changes noticed, ${name === 'server' ? 'server in all' : name}`
    if (made === 0) return row(title, 'not run', wanted)
    const apart = late === 0 ? '' : `, ${late} cut off`
    return row(title, `${noticed} of ${made}${apart}`, wanted, noticed / made >= NOTICED[name])
  })
}

function over(paths, measure) {
  return paths.flatMap((path) => measure(path, readSource(path).text))
}

/** What stands in a platform, and the rest. */
function parted(places) {
  const isPlatform = ({ path }) => /^(server|web)\/src\/platform\//.test(path)
  return [places.filter(isPlatform), places.filter((place) => !isPlatform(place))]
}

/** What the last run of another tool left behind. */
function report(name) {
  const path = join(root, 'node_modules', '.cache', 'reports', name)
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined
}
