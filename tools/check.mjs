import { install } from './install.mjs'

// The quick look before a commit: types, format, lint, and the tests that need neither database nor browser.
install()
const { countOf, runStage, runStatic, tool } = await import('./stage.mjs')

const fast = ['contract/src', 'server/src/platform/sheet', 'server/test/contract.test.ts', 'server/test/catalogue.test.ts']
const parts = [
  await runStatic(),
  countOf([await runStage('fast tests', tool('vitest'), ['run', '--passWithNoTests', ...fast, 'web/src'])]),
]
const passed = parts.reduce((sum, part) => sum + part.passed, 0)
const failed = parts.reduce((sum, part) => sum + part.failed, 0)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
