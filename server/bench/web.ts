import type { BrowserContext } from '@playwright/test'
import lighthouse, { desktopConfig } from 'lighthouse'
import { signIn, withBrowser } from './browser.ts'

export interface PageFigures {
  page: string
  /** Compressed JavaScript a first visit transfers, in kB. */
  scriptKb: number
  /** Lighthouse scores, desktop, 0–100. */
  performance: number
  accessibility: number
  bestPractices: number
}

const LIST = '/bigdata/basic/basicSchool'

/** What the login page and the first list page transfer, and what Lighthouse says of both, over the built product. */
export async function benchWeb(): Promise<PageFigures[]> {
  return withBrowser({}, async ({ context, origin, debugPort }) => {
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
  })
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
