import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { install, root } from './install.mjs'

// Everything that must hold before a change is taken; the last line is the sum.
install()
const started = Date.now()
const { countOf, playwrightTotals, runStage, runStatic, runTests, tool, vitestTotals } = await import('./stage.mjs')
const { getBrowser } = await import('./browser.mjs')

const reports = join(root, 'node_modules', '.cache', 'reports')
mkdirSync(reports, { recursive: true })

const parts = (await Promise.all([besideTests(), unit()])).flat()
const passed = parts.reduce((sum, part) => sum + part.passed, 0)
const failed = parts.reduce((sum, part) => sum + part.failed, 0)
const unsteady = parts.flatMap((part) => part.unsteady ?? [])
const broken = parts.flatMap((part) => part.broken ?? [])
for (const title of unsteady) console.log(`\nunsteady: ${title}`)
for (const title of broken) console.log(`\nfailed: ${title}`)
keepSummary()
console.log(`\n${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** What needs none of the tests fills the core that they leave idle while they wait for other processes. */
async function besideTests() {
  const parts = [await runStatic(true), await build()]
  return [...parts, await journeys(await makeDemo())]
}

function unit() {
  const report = join(reports, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  return runTests('unit and integration', tool('vitest'), args, {}, report, vitestTotals)
}

/** The pages are laid in their place whole: programs of the tests look there when they start. */
async function build() {
  const made = join(root, 'node_modules', '.cache', 'web')
  const args = ['build', 'web', '--outDir', made, '--emptyOutDir', '--logLevel', 'warn']
  const code = await runStage('web build', tool('vite'), args, {}, true)
  if (code !== 0) return countOf([code])
  const place = join(root, 'web', 'dist')
  rmSync(place, { recursive: true, force: true })
  renameSync(made, place)
  return countOf([code])
}

/** What the servers of the journeys start on. Where it cannot be made, the journeys try themselves and say why not. */
async function makeDemo() {
  if (process.env.E2E_URL) return {}
  const note = join(reports, 'demo.txt')
  const args = ['--import', 'tsx', 'e2e/support/make-demo.ts', note]
  const code = await runStage('demo of the journeys', process.execPath, args, {}, true)
  return code === 0 ? { E2E_DEMO: readFileSync(note, 'utf8') } : {}
}

/** One worker less than alone: pages wait for the server and for themselves, but the tests are at work, too. */
async function journeys(demo) {
  if (!existsSync(join(root, 'e2e/playwright.config.ts'))) return { passed: 0, failed: 1 }
  const report = join(reports, 'playwright.json')
  const env = { ...(await getBrowser()), ...demo, PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const args = ['test', '-c', 'e2e/playwright.config.ts', '--reporter=list,json', '--workers=2']
  const results = join(root, 'test-results')
  rmSync(join(results, 'servers'), { recursive: true, force: true })
  const totals = await runTests('browser journeys', tool('playwright'), args, env, report, playwrightTotals, true)
  if (totals.failed > 0) {
    showPages(join(results, 'e2e'))
    showServers(join(results, 'servers'))
  }
  return totals
}

/** What stood on the pages of failed journeys. */
function showPages(folder) {
  if (!existsSync(folder)) return
  const paths = readdirSync(folder, { recursive: true }).filter((path) => path.endsWith('error-context.md'))
  for (const path of paths.slice(0, 4)) console.log(`\n${path}\n${inShort(readFileSync(join(folder, path), 'utf8'))}`)
}

/** The reason, and the page without its menus and without its middle. */
function inShort(context) {
  const [reason, rest = ''] = context.split('```yaml')
  const page = rest.slice(Math.max(0, rest.indexOf('- main:'))).split('```')[0]
  const shown = page.length > 3000 ? `${page.slice(0, 1000)}\n[…]\n${page.slice(-2000)}` : page
  return `${reason.slice(0, 2000)}\n${shown}`
}

/** What the servers of the journeys found slow, or failed at. */
function showServers(folder) {
  if (!existsSync(folder)) return
  const lines = readdirSync(folder).flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n'))
  const told = lines.filter((line) => line.startsWith('{')).map((line) => line.slice(0, 400))
  if (told.length > 0) console.log(`\nslow or failed in the servers\n${told.slice(-40).join('\n')}`)
}

/** For `npm run house`. */
function keepSummary() {
  const seconds = Math.round((Date.now() - started) / 1000)
  const summary = { finished: new Date().toISOString(), seconds, passed, failed, unsteady }
  writeFileSync(join(reports, 'test.json'), JSON.stringify(summary))
}
