import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { install, root } from './install.mjs'

// The quick look before a commit: types, format, lint, and the tests that need neither database, screen nor browser.
install()
const { countOf, runStage, runStatic, tool } = await import('./stage.mjs')

const SERVER_TESTS = [
  'server/test/contract.test.ts',
  'server/test/catalogue.test.ts',
  'server/src/platform/sheet/read.test.ts',
  'server/src/domains/exam/formulas/formulas.test.ts',
  'server/src/domains/exam/import/detect-sheet.test.ts',
]

const [statics, tests] = await Promise.all([runStatic(), fastTests()])
const passed = statics.passed + tests.passed
const failed = statics.failed + tests.failed
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

async function fastTests() {
  const files = [...testsBelow('contract/src'), ...testsBelow('web/src'), ...SERVER_TESTS]
  return countOf([await runStage('fast tests', tool('vitest'), ['run', '--reporter=dot', ...files], {}, true)])
}

/** Tests that draw components are `.tsx` and take most of the time. */
function testsBelow(folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((name) => name.endsWith('.test.ts'))
}
