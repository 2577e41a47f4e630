import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { install, root } from './install.mjs'

// `npm run mutants`: small changes are made to the sources, one at a time, in a copy of the checkout; which do the tests
// notice? `--reach` notes before which tests run which parts of the server: of the others none need be asked.
// Not part of `npm test`.
install()
const { values } = parseArgs({
  options: {
    number: { type: 'string', default: '100' },
    seed: { type: 'string', default: '20260101' },
    part: { type: 'string' },
    below: { type: 'string', default: '' },
    seconds: { type: 'string', default: '180' },
    reach: { type: 'boolean', default: false },
  },
})
const { PARTS, allMutants, chooseMutants } = await import('./mutants/choose.mjs')
const { copyCheckout } = await import('./mutants/copy.mjs')
const { outcomeOf, sumOf } = await import('./mutants/count.mjs')
const { openRunner } = await import('./mutants/run.mjs')
const { recordReach, reachFinder } = await import('./mutants/reach.mjs')
const { testFinder } = await import('./mutants/tests.mjs')

const parts = values.part ? [values.part] : PARTS
const unknown = parts.find((part) => !PARTS.includes(part))
if (unknown) throw new Error(`--part is one of ${PARTS.join(', ')}, not ${unknown}`)

const copy = copyCheckout()
process.on('exit', copy.remove)
if (values.reach) {
  const silent = await recordReach(copy.folder)
  console.log(`\n${silent.join('\n')}\n\nthrown in no test: ${silent.length}`)
  process.exit()
}

const within = allMutants(copy.folder).filter(({ path }) => path.startsWith(values.below))
const chosen = chooseMutants(within, {
  number: Number(values.number),
  seed: Number(values.seed),
  parts,
})
const testsFor = testFinder(copy.folder, reachFinder(copy.folder))
const runner = await openRunner(copy.folder, Number(values.seconds))
const results = []
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, stopEarly)
for (const mutant of chosen) {
  const started = Date.now()
  const lines = difference(mutant)
  const result = { mutant, lines, ...(await runner.tryMutant(mutant, testsFor(mutant))) }
  results.push(result)
  const seconds = ((Date.now() - started) / 1000).toFixed(0)
  console.log(`${results.length}/${chosen.length} ${placeOf(mutant)}: ${outcomeOf(result)} (${seconds} s)`)
}
await runner.close()
report(results)
process.exit()

/** Tells of the changes that were tried until then. */
function stopEarly() {
  report([...results])
  void runner.close().finally(() => process.exit(1))
}

function report(tried) {
  for (const { mutant, lines } of tried.filter(({ by }) => !by)) console.log(`\n${placeOf(mutant)}\n${lines}`)
  for (const test of runner.red) console.log(`\nnot asked, red without any change: ${test}`)
  const sums = Object.fromEntries(
    parts.map((part) => [part, sumOf(tried.filter(({ mutant }) => mutant.part === part))]),
  )
  console.log('')
  for (const [part, { made, noticed, late }] of Object.entries(sums)) {
    const share = made === 0 ? '' : `${Math.round((100 * noticed) / made)} %`
    const apart = late === 0 ? '' : `, ${late} more cut off`
    console.log(
      `${part.padEnd(8)} ${String(noticed).padStart(4)} of ${String(made).padStart(4)} noticed  ${share}${apart}`,
    )
  }
  if (!values.below) keep(sums)
}

/** For `npm run house`: the parts that were run, beside those of earlier runs. */
function keep(sums) {
  const folder = join(root, 'node_modules', '.cache', 'reports')
  const path = join(folder, 'mutants.json')
  mkdirSync(folder, { recursive: true })
  let before = {}
  try {
    before = JSON.parse(readFileSync(path, 'utf8')).parts
  } catch {
    // The first run.
  }
  writeFileSync(path, JSON.stringify({ finished: new Date().toISOString(), parts: { ...before, ...sums } }))
}

function placeOf({ path, line, kind }) {
  return `${path}:${line} ${kind}`
}

/** The lines that change, before and after. */
function difference({ path, start, end, text }) {
  const whole = readFileSync(join(copy.folder, path), 'utf8')
  const from = whole.lastIndexOf('\n', start - 1) + 1
  const next = whole.indexOf('\n', end)
  const to = next < 0 ? whole.length : next
  const lines = (sign, part) => part.split('\n').map((line) => `${sign} ${line}`)
  return [
    ...lines('-', whole.slice(from, to)),
    ...lines('+', whole.slice(from, start) + text + whole.slice(end, to)),
  ].join('\n')
}
