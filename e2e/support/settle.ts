import type { Page, Request } from '@playwright/test'
import { PATIENCE_MS } from './patience.ts'

const BUSY = '.layout-pane [role=status][aria-label], .ant-spin-spinning, .crud-input-waiting'

/** What a page has asked for and not got. */
interface UnderWay {
  open: Set<Request>
  /** Is told when there is nothing left. */
  waiting: (() => void)[]
}

const underWay = new WeakMap<Page, UnderWay>()

/** Counts what a page asks for, so that `settle` knows when it has everything; to be called before its first visit. */
export function countRequests(page: Page): void {
  const open = new Set<Request>()
  const waiting: (() => void)[] = []
  underWay.set(page, { open, waiting })
  page.on('request', (request) => {
    // The stream of events never ends.
    if (request.resourceType() !== 'eventsource') open.add(request)
  })
  const end = (request: Request) => {
    open.delete(request)
    if (open.size === 0) for (const tell of waiting.splice(0)) tell()
  }
  page.on('requestfinished', end)
  page.on('requestfailed', end)
}

/** Until a page has got what it asked for, or the time is over: it is not asked about meanwhile. */
function answered(page: Page, end: number): Promise<void> {
  const { open, waiting } = underWay.get(page) ?? { open: new Set(), waiting: [] }
  if (open.size === 0) return Promise.resolve()
  return new Promise((done) => {
    const late = setTimeout(done, end - Date.now())
    waiting.push(() => {
      clearTimeout(late)
      done()
    })
  })
}

/** Waits until the front screen has drawn what it fetched: nothing is asked for, nothing says that it is busy. */
export async function settle(page: Page): Promise<void> {
  const open = underWay.get(page)?.open ?? new Set()
  const end = Date.now() + PATIENCE_MS
  for (let quiet = 0; quiet < 2;) {
    await answered(page, end)
    const busy = await whatIsBusy(page)
    const missing = [...busy, ...[...open].map((request) => request.url())]
    quiet = missing.length === 0 ? quiet + 1 : 0
    if (Date.now() > end) throw new Error(`not at rest after ${PATIENCE_MS / 1000} s: ${missing.join(', ')}`)
  }
}

/** Lets the page draw and brings what moves to its end; then asks what still waits for something. */
function whatIsBusy(page: Page): Promise<string[]> {
  return page.evaluate(async (selector) => {
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))
    const moving = document.getAnimations().filter(({ playState, effect }) => {
      return playState === 'running' && effect?.getComputedTiming().endTime !== Infinity
    })
    for (const movement of moving) movement.finish()
    const busy = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
    return [...busy.map((one) => one.className), ...moving.map(() => 'a movement')]
  }, BUSY)
}
