import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import pg from 'pg'
import { startPostgres } from '../src/platform/db/embedded.ts'
import { signIn, withBrowser } from './browser.ts'

export interface PaintFigures {
  /** Milliseconds from the address to the painted table, median. */
  rows200: number
  rows10: number
  ratio: number
}

const LIST = '/bigdata/basic/basicSchool'
const SCHOOLS = 300
const ROUNDS = 7

/** A page of 200 schools from a click on the address to its rows on the screen, against the same page with 10. */
export async function benchPaint(): Promise<PaintFigures> {
  const root = await mkdtemp(join(tmpdir(), 'bench-paint-'))
  const postgres = await startPostgres(root)
  try {
    return await withBrowser({ DATABASE_URL: postgres.url, DEMO: '1' }, async ({ context, origin }) => {
      await addSchools(postgres.url)
      await signIn(context, origin)
      const page = await context.newPage()
      await paint(page, `${origin}${LIST}?size=200`)
      const times: Record<number, number[]> = { 10: [], 200: [] }
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const size of [10, 200]) times[size]?.push(await paint(page, `${origin}${LIST}?size=${size}`))
      }
      const [rows10, rows200] = [median(times[10]), median(times[200])]
      return { rows200: Math.round(rows200), rows10: Math.round(rows10), ratio: rows200 / rows10 }
    })
  } finally {
    await postgres.stop()
    await rm(root, { recursive: true, force: true })
  }
}

async function addSchools(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`insert into basic_school (id, tenant_id, school_code, school_name, area_code, school_type, sort)
    select 7000000 + n, '097108', 'P' || lpad(n::text, 17, '0'), '学校' || n, '990101', '1', n
    from generate_series(1, ${SCHOOLS}) n`)
  await client.end()
}

/** Until the rows in sight are drawn and the frame with them is on the screen; long tables draw what is in sight. */
async function paint(page: Page, address: string): Promise<number> {
  await page.goto(address, { waitUntil: 'commit' })
  return page.evaluate<number>(PAINTED)
}

/** Runs in the page, whose names this program does not have. */
const PAINTED = `(async () => {
  while (document.querySelectorAll('.ant-table-row').length < 10) await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  await new Promise((done) => setTimeout(done))
  return performance.now()
})()`

function median(values: number[] = []): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? Number.NaN
}
