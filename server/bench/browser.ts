import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium } from '@playwright/test'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface Stage {
  context: BrowserContext
  origin: string
  /** Where Chromium takes commands. */
  debugPort: number
}

/** The built product with a fresh data folder and a browser before it, for the time of `work`. */
export async function withBrowser<T>(env: Record<string, string>, work: (stage: Stage) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-web-'))
  const port = await freePort()
  const server = spawn(process.execPath, ['--import', 'tsx', 'server/src/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: folder, PORT: String(port), CAPTCHA: 'off', LOG_LEVEL: 'error', ...env },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const debugPort = await freePort()
  let context: BrowserContext | undefined
  try {
    const origin = `http://localhost:${port}`
    await waitFor(`${origin}/readyz`)
    context = await chromium.launchPersistentContext(join(folder, 'browser'), {
      ...installedChromium(),
      args: [
        `--remote-debugging-port=${debugPort}`,
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
      ],
    })
    return await work({ context, origin, debugPort })
  } finally {
    await context?.close()
    server.kill('SIGTERM')
    await new Promise((done) => server.on('exit', done))
    await rm(folder, { recursive: true, force: true })
  }
}

/** The browser of the machine, where it has one; that of Playwright without it. */
export function installedChromium(): { executablePath?: string } {
  const paths = [process.env['CHROMIUM'] ?? '', '/usr/bin/chromium', '/usr/bin/google-chrome']
  const path = paths.find((one) => existsSync(one))
  return path ? { executablePath: path } : {}
}

/** As one of the demo's staff. */
export async function signIn(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  await page.getByRole('button', { name: /考试管理员/ }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.close()
}

async function waitFor(url: string): Promise<void> {
  for (let i = 0; i < 600; i += 1) {
    const isUp = await fetch(url).then(
      (response) => response.ok,
      () => false,
    )
    if (isUp) return
    await new Promise((wait) => setTimeout(wait, 500))
  }
  throw new Error(`${url} does not answer`)
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })
}
