import { join } from 'node:path'
import { install, root } from './install.mjs'

// `npm run contact-sheet`: every screen and dialog in every look, as pictures in data/contact-sheet/index.html.
install()
const { runStage, tool } = await import('./stage.mjs')
const { getBrowser } = await import('./browser.mjs')

const env = { ...(await getBrowser()), CONTACT_SHEET: '1' }
const built = process.env.E2E_URL
  ? 0
  : await runStage('web build', tool('vite'), ['build', 'web', '--logLevel', 'warn'])
const args = ['test', '-c', 'e2e/playwright.config.ts', 'screens']
process.exitCode = built || (await runStage('screens and dialogs', tool('playwright'), args, env))
console.log(join(root, 'data', 'contact-sheet', 'index.html'))
