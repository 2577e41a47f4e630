import { readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { Writable } from 'node:stream'
import { createVitest } from 'vitest/node'
import { applyMutant } from './make.mjs'

/** A process that still runs so long after it was told to stop hangs. */
const STOP_MS = 10_000
/** A file of tests that says nothing for so long turns in a circle, in which it cannot be told to stop. */
const QUIET_MS = 120_000
const DOMAIN = /^web\/src\/domains\/([^/]+)/
/** How vitest speaks of a test, or of what prepares it, that took longer than it may. */
const TIMED_OUT = /^(Test|Hook) timed out in /
const SILENT = new Writable({ write: (_chunk, _encoding, done) => done() })

/** Keeps the order it is given. */
class AsGiven {
  sort(specs) {
    return specs
  }
  shard(specs) {
    return specs
  }
}

/**
 * Runs tests of a copy of the checkout against one change after the other. `tryMutant` answers `by`, the test that noticed
 * the change; `late` when tests did not answer in time, which tells nothing of the change; and of how many files that were
 * `asked` how many had `ended`.
 */
export async function openRunner(folder, seconds) {
  const heard = { failed: undefined, late: false, ended: 0, news: new Map() }
  const vitest = await quietVitest(folder, listener(heard, folder))
  const specs = new Map(
    (await vitest.globTestSpecifications()).map((spec) => [
      relative(folder, spec.moduleId).replaceAll('\\', '/'),
      spec,
    ]),
  )
  const green = new Set()
  const red = new Set()

  async function run(tests) {
    Object.assign(heard, { failed: undefined, late: false, ended: 0 })
    heard.news.clear()
    const chosen = tests.flatMap((test) => specs.get(test) ?? [])
    if (chosen.length === 0) return { asked: 0, ended: 0 }
    const stop = () => {
      heard.late ||= !heard.failed
      void vitest.cancelCurrentRun('keyboard-input').catch(() => {})
    }
    const late = setTimeout(() => {
      const quiet = [...heard.news].find(([, at]) => Date.now() - at > QUIET_MS)
      if (quiet) heard.failed ??= { file: quiet[0], by: `${quiet[0]}, which does not end` }
      stop()
    }, seconds * 1000)
    // Told twice, the processes are ended.
    const hung = setTimeout(stop, seconds * 1000 + STOP_MS)
    await vitest.runTestSpecifications(chosen)
    clearTimeout(late)
    clearTimeout(hung)
    // What fails while it is being stopped fails for that; and a run may end by itself before its files have.
    const isCut = heard.late || (!heard.failed && heard.ended < chosen.length)
    const found = isCut ? { late: true } : heard.failed
    return { ...found, asked: chosen.length, ended: heard.ended }
  }

  /** Whether a file of tests passes where nothing is changed. */
  async function isGreen(test) {
    if (green.has(test) || red.has(test)) return green.has(test)
    const { by, late } = await run([test])
    const kept = by || late ? red : green
    kept.add(test)
    return green.has(test)
  }

  async function tryMutant(mutant, tests) {
    const path = join(folder, mutant.path)
    const text = readFileSync(path, 'utf8')
    const put = (content) => {
      writeFileSync(path, content)
      vitest.invalidateFile(path)
    }
    put(applyMutant(text, mutant))
    // Tests of every screen are about those of the domain alone; of all of them they would not come to an end in time.
    process.env['SCREENS_OF'] = DOMAIN.exec(mutant.path)?.[1] ?? ''
    const result = await run(tests.filter((test) => !red.has(test)))
    put(text)
    if (!result.file || (await isGreen(result.file))) return result
    return tryMutant(mutant, tests)
  }

  return { tryMutant, red, close: () => vitest.close() }
}

/** The tests of a copy of the checkout, which say nothing by themselves; they end after `bail` failures, with 0 after all of them. */
export function quietVitest(root, reporter, bail = 1) {
  return createVitest(
    'test',
    { root, watch: false, bail, reporters: [reporter], sequence: { sequencer: AsGiven }, cache: false },
    { logLevel: 'silent' },
    { stdout: SILENT, stderr: SILENT },
  )
}

/** Hears of the first failure of a run, and when each file that is under way was heard of last. */
function listener(heard, folder) {
  const fileOf = (module) => relative(folder, module.moduleId).replaceAll('\\', '/')
  const hear = (module) => void heard.news.set(fileOf(module), Date.now())
  const fail = (module, errors, title = '') => {
    const file = fileOf(module)
    if (isTimedOut(errors)) heard.late ||= !heard.failed
    else heard.failed ??= { file, by: `${file} ${title}`.trimEnd() }
  }
  return {
    onTestModuleStart: hear,
    onTestCaseReady: (test) => hear(test.module),
    onTestCaseResult(test) {
      hear(test.module)
      const { state, errors } = test.result()
      if (state === 'failed') fail(test.module, errors, test.fullName)
    },
    onTestModuleEnd(module) {
      heard.news.delete(fileOf(module))
      if (module.state() === 'failed') fail(module, module.errors())
      heard.ended += 1
    },
  }
}

/** Whether a test failed for nothing but the time it took. */
export function isTimedOut(errors) {
  return errors.length > 0 && errors.every(({ message }) => TIMED_OUT.test(message))
}
