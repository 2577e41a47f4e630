import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, chromium } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'

export interface PageFigures {
  page: string
  /** Compressed JavaScript a first visit transfers, in kB. */
  scriptKb: number
  /** Lighthouse scores, desktop, 0–100. */
  performance: number
  accessibility: number
  bestPractices: number
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const LIST = '/bigdata/basic/basicSchool'

/** What the login page and the first list page transfer, and what Lighthouse says of both, over the built product. */
export async function benchWeb(): Promise<PageFigures[]> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-web-'))
  const port = await freePort()
  const server = spawn(process.execPath, ['--import', 'tsx', 'server/src/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: folder, PORT: String(port), CAPTCHA: 'off', LOG_LEVEL: 'error' },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const debugPort = await freePort()
  let context: BrowserContext | undefined
  try {
    const origin = `http://localhost:${port}`
    await waitFor(`${origin}/readyz`)
    const path = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((one) => existsSync(one))
    context = await chromium.launchPersistentContext(join(folder, 'browser'), {
      ...(path ? { executablePath: path } : {}),
      args: [
        `--remote-debugging-port=${debugPort}`,
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
      ],
    })
    const login = {
      page: '/login',
      scriptKb: await scriptsOf(context, `${origin}/login`),
      ...(await audit(`${origin}/login`, debugPort)),
    }
    await signIn(context, origin)
    const list = {
      page: LIST,
      scriptKb: await scriptsOf(context, `${origin}${LIST}`),
      ...(await audit(`${origin}${LIST}`, debugPort)),
    }
    return [login, list]
  } finally {
    await context?.close()
    server.kill('SIGTERM')
    await new Promise((done) => server.on('exit', done))
    await rm(folder, { recursive: true, force: true })
  }
}

async function signIn(context: BrowserContext, origin: string): Promise<void> {
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  await page.getByRole('button', { name: /考试管理员/ }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.close()
}

/** Bytes on the wire of every script a page loads with an empty cache. */
async function scriptsOf(context: BrowserContext, url: string): Promise<number> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const scripts = new Set<string>()
  let bytes = 0
  session.on('Network.responseReceived', ({ requestId, type }) => type === 'Script' && scripts.add(requestId))
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (scripts.has(requestId)) bytes += encodedDataLength
  })
  await page.goto(url, { waitUntil: 'load' })
  await page.waitForTimeout(3000)
  await page.close()
  return Math.round(bytes / 102.4) / 10
}

async function audit(url: string, port: number): Promise<Omit<PageFigures, 'page' | 'scriptKb'>> {
  const result = await lighthouse(
    url,
    {
      port,
      disableStorageReset: true,
      logLevel: 'error',
      onlyCategories: ['performance', 'accessibility', 'best-practices'],
    },
    desktopConfig,
  )
  const score = (name: string) => Math.round((result?.lhr.categories[name]?.score ?? 0) * 100)
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    bestPractices: score('best-practices'),
  }
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
