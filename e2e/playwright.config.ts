import { existsSync } from 'node:fs'
import { defineConfig } from '@playwright/test'
import { PATIENCE_MS } from './support/patience.ts'

const SYSTEM_CHROMIUM = '/usr/bin/chromium'

/** The system's Chromium if there is one; Playwright's own without it. */
function chromium(): { executablePath?: string } {
  const path = process.env['CHROMIUM'] ?? SYSTEM_CHROMIUM
  return existsSync(path) ? { executablePath: path } : {}
}

/**
 * Journeys of people through the product: the real server with its demo data, the built web app, a real browser.
 * `E2E_URL` runs them against a server that is already there.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../test-results/e2e',
  globalSetup: './support/global-setup.ts',
  // Pages wait for the server and for themselves: two of them leave a core idle.
  workers: 3,
  fullyParallel: false,
  forbidOnly: true,
  // A test that passes only then is named in the summary of `npm test`.
  retries: 1,
  timeout: 10 * PATIENCE_MS,
  expect: { timeout: PATIENCE_MS, toPass: { timeout: PATIENCE_MS } },
  reporter: [['list']],
  use: {
    actionTimeout: PATIENCE_MS,
    baseURL: process.env['E2E_URL'] ?? '',
    viewport: { width: 1366, height: 800 },
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // What moves while it opens may miss a press.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...chromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A page lives for seconds: the compilers of hot code take more than they give back.
        '--js-flags=--no-maglev --no-turbofan --single-threaded-gc --min-semi-space-size=32',
      ],
    },
  },
})
