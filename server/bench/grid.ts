import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Page, chromium } from '@playwright/test'
import { build } from 'vite'
import { installedChromium } from './browser.ts'
import { percentilesOf } from './times.ts'

type Times = ReturnType<typeof percentilesOf>

/** Milliseconds from a key to the frame that shows it. */
interface KeyTimes {
  /** Keys that type, erase or step to a cell beside. */
  typed: Times
  /** A screen further down: every cell in sight is another one. */
  pageDown: Times
}

export interface GridFigures {
  fresh: KeyTimes
  /** In a sheet in which all its 50,000 cells were pasted over. */
  pasted: KeyTimes
  /** Milliseconds from the paste of 50,000 cells to the frame that shows them. */
  paste: number
}

const WEB = fileURLToPath(new URL('../../web', import.meta.url))
const TYPES: Record<string, string> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }
/** What somebody types: a text of three letters and Enter, a step to the side, a digit, further down. */
const KEYS = ['a', 'b', 'c', 'Enter', 'ArrowRight', '1', 'Tab', 'ArrowDown', 'PageDown', 'Delete']
const ROUNDS = 30

/** A sheet of 1,000 rows and 50 columns under the keys, drawn without waiting for the screen's own beat. */
export async function benchGrid(): Promise<GridFigures> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-grid-'))
  const input = join(WEB, 'bench/grid.html')
  await build({
    root: WEB,
    logLevel: 'error',
    configFile: join(WEB, 'vite.config.ts'),
    build: { outDir: folder, rolldownOptions: { input, output: { codeSplitting: true } } },
  })
  const server = createServer((request, response) => {
    const path = normalize(new URL(request.url ?? '/', 'http://localhost').pathname)
    response.setHeader('content-type', TYPES[extname(path)] ?? 'application/octet-stream')
    createReadStream(join(folder, path))
      .on('error', () => response.writeHead(404).end())
      .pipe(response)
  }).listen(0, '127.0.0.1')
  const browser = await chromium.launch({
    ...installedChromium(),
    args: ['--no-sandbox', '--disable-gpu', '--disable-frame-rate-limit', '--disable-gpu-vsync'],
  })
  try {
    const page = await browser.newPage({ viewport: { width: 1366, height: 768 } })
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/bench/grid.html`)
    await page.locator('[role=gridcell] input').waitFor()
    await page.evaluate(LISTEN)
    await typeInto(page)
    const fresh = await typeInto(page)
    const paste = await page.evaluate<number>(PASTE)
    return { fresh, paste: Math.round(paste), pasted: await typeInto(page) }
  } finally {
    await browser.close()
    server.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** As quickly as hands may: the next key when the frame of the one before is there, and a moment later. */
async function typeInto(page: Page): Promise<KeyTimes> {
  const times: Record<string, number[]> = {}
  await page.keyboard.press('Control+Home')
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const key of KEYS) {
      await page.keyboard.press(key)
      times[key] = [...(times[key] ?? []), await page.evaluate<number>(SHOWN)]
    }
  }
  const { PageDown = [], ...typed } = times
  return { typed: percentilesOf(Object.values(typed).flat()), pageDown: percentilesOf(PageDown) }
}

/** Runs in the page: notes of the last key when the frame after it was done. */
const LISTEN = `(() => {
  window.afterPaint = (done) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = done
    port2.postMessage(0)
  })
  addEventListener('keydown', ({ timeStamp }) => afterPaint(() => (window.keyTime = performance.now() - timeStamp)), true)
})()`

const SHOWN = 'new Promise((done) => afterPaint(() => setTimeout(() => done(window.keyTime), 30)))'

const PASTE = `new Promise((done) => {
  const data = new DataTransfer()
  const line = (row) => Array.from({ length: 50 }, (_none, at) => '新' + row + '-' + at).join('\\t')
  data.setData('text/plain', Array.from({ length: 1000 }, (_none, row) => line(row)).join('\\n'))
  const start = performance.now()
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }))
  afterPaint(() => done(performance.now() - start))
})`
