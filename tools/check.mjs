import { install } from './install.mjs'

// The quick look before a commit: types, format, lint, and the tests that need neither database nor browser.
install()
const { countOf, runStage, runStatic, tool } = await import('./stage.mjs')

const fast = [
  'contract/src',
  'server/src/platform/sheet/read',
  'server/test/contract.test.ts',
  'server/test/catalogue.test.ts',
  'web/src/platform/api',
  'web/src/platform/i18n',
  'web/src/platform/session',
  'web/src/platform/tabs',
  'web/src/platform/theme',
  'web/src/shell',
]
const parts = [
  await runStatic(),
  countOf([await runStage('fast tests', tool('vitest'), ['run', '--passWithNoTests', ...fast, 'web/src'])]),
]
const passed = parts.reduce((sum, part) => sum + part.passed, 0)
const failed = parts.reduce((sum, part) => sum + part.failed, 0)
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1
