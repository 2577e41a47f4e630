import { spawn } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

/**
 * Runs one program of `node_modules` (or of the system) in the repository; answers its exit code. Its output is passed on,
 * or with `isHeld` shown when it ends, so that programs side by side do not talk into each other.
 */
export function runStage(title, command, args, env = {}, isHeld = false) {
  const held = [`\n▶ ${title}`]
  if (!isHeld) console.log(held.pop())
  const started = Date.now()
  const isWindows = process.platform === 'win32'
  const child = spawn(command, args, {
    cwd: root,
    stdio: ['ignore', ...(isHeld ? ['pipe', 'pipe'] : ['inherit', 'inherit'])],
    shell: isWindows,
    env: { ...process.env, ...env },
  })
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => held.push(text))
  return new Promise((done) => {
    child.on('error', (error) => {
      console.error(String(error))
      done(127)
    })
    child.on('close', (code) => {
      if (held.length > 0) console.log(held.join('\n'))
      console.log(`${code === 0 ? '✔' : '✘'} ${title} ${((Date.now() - started) / 1000).toFixed(1)} s`)
      done(code ?? 1)
    })
  })
}

/** A command line tool installed with the product. */
export function tool(name) {
  return join(root, 'node_modules', '.bin', process.platform === 'win32' ? `${name}.cmd` : name)
}

export const WORKSPACES = ['contract', 'server', 'web', 'e2e']

/**
 * Type check, format and lint: each counts as one. They run beside tests with `isHeld`, as in `runStage`. Types are checked in
 * one thread: of several, each would find out the same types again.
 */
export async function runStatic(isHeld = false) {
  const stages = [
    ...WORKSPACES.map((workspace) => [
      `type check ${workspace}`,
      'tsc',
      ['-p', workspace, '--noEmit', '--singleThreaded'],
    ]),
    ['format', 'oxfmt', ['--check', '.']],
    ['lint and layers', 'oxlint', ['--type-aware', '--quiet']],
  ]
  const results = []
  for (const [title, name, args] of stages) results.push(await runStage(title, tool(name), args, {}, isHeld))
  return countOf(results)
}

/** Exit codes as passed and failed. */
export function countOf(codes) {
  const passed = codes.filter((code) => code === 0).length
  return { passed, failed: codes.length - passed }
}

/**
 * Runs a test program that writes a JSON report and answers its totals, as `read` finds them in the report.
 * A program that fails although no test failed (or that wrote nothing) counts as one failure. `isHeld` as in `runStage`.
 */
export async function runTests(title, command, args, env, report, read, isHeld = false) {
  rmSync(report, { force: true })
  const code = await runStage(title, command, args, env, isHeld)
  let totals
  try {
    totals = read(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return { passed: 0, failed: 1 }
  }
  return code !== 0 && totals.failed === 0 ? { ...totals, failed: 1 } : totals
}

/** `broken` names what failed, with the first line of the reason. */
export function vitestTotals(report) {
  const files = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const tests = report.testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status }) => status === 'failed')
      .map(({ fullName, failureMessages }) => `${short(name)} › ${fullName}: ${firstLine(failureMessages?.[0])}`),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + files.length,
    broken: [...tests, ...files.map(({ name, message }) => `${short(name)}: ${firstLine(message)}`)],
  }
}

function short(path) {
  return path.replace(`${root}/`, '')
}

function firstLine(text = '') {
  return text.split('\n', 1)[0].slice(0, 300)
}

/** A test that failed and passed when tried once more counts as passed; `unsteady` names it. */
export function playwrightTotals({ stats, errors, suites }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    unsteady: suites.flatMap((suite) => specsIn(suite, 'flaky')),
    broken: [
      ...suites.flatMap((suite) => specsIn(suite, 'unexpected')),
      ...errors.map(({ message }) => firstLine(message)),
    ],
  }
}

/** The specs that ended so, named with what they stand in. */
function specsIn({ title, specs = [], suites = [] }, ended, above = []) {
  const path = [...above, title]
  const found = specs.filter(({ tests }) => tests.some(({ status }) => status === ended))
  return [
    ...found.map((spec) => [...path, spec.title].join(' › ')),
    ...suites.flatMap((suite) => specsIn(suite, ended, path)),
  ]
}
