import { DEFAULT_PAGE_SIZE, MAX_COUNTED, MAX_PAGE_SIZE, type Page, pageOf } from '@xueheng/contract/kit/page.ts'
import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { AppError } from '../error.ts'
import type { Condition } from './filters.ts'

type Asked = Record<string, unknown>

export interface PageParts {
  columns: Condition
  source: Condition
  condition: Condition
  order: Condition
  /** Rows of `source` are known by `id`, and its columns by their bare names. */
  hasId?: boolean
  /** Parts of texts are searched: the rows are found first and put in order then. Walking an order would try them one by one. */
  isSearched?: boolean
}

interface Place {
  current: number
  size: number
  offset: number
}

/**
 * The page that `query` asks for by `current` and `size`. Its total is exact up to `MAX_COUNTED`, beyond it is estimated
 * and says so; it is not asked for when the page itself tells it.
 */
export async function pageOfRows<R>(ctx: Pick<Ctx, 'db'>, query: Asked, parts: PageParts): Promise<Page<R>> {
  const size = whole(query, 'size', DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE)
  const current = whole(query, 'current', 1, LAST_PAGE)
  const place = { current, size, offset: (current - 1) * size }
  const { rows } = await pageStatement<R & Found>(parts, place).execute(ctx.db)
  const { total, isExact } = foundTotal(rows) ?? (await totalOf(ctx, parts, place, rows.length))
  const page = pageOf<R>(rows, total, place)
  return isExact ? page : { ...page, isEstimated: true }
}

/** What a row of a search carries: how many were found. */
interface Found {
  foundTotal?: string
}

/** Takes the number of rows found from the rows themselves. */
function foundTotal(rows: Found[]): Total | undefined {
  const found = rows[0]?.foundTotal
  for (const row of rows) delete row.foundTotal
  return found === undefined ? undefined : { total: Number(found), isExact: true }
}

/** Nobody turns so many pages; a number beyond is a slip. */
const LAST_PAGE = 1_000_000

/** From here on a page is found by the index alone, and only its own rows are read. */
const FAR = 200

function pageStatement<R>(parts: PageParts, { size, offset }: Place) {
  const { columns, source, condition, order, hasId, isSearched } = parts
  const page = sql`order by ${order} limit ${size} offset ${offset}`
  if (!hasId || (offset < FAR && !isSearched))
    return sql<R>`select ${columns} from ${source} where ${condition} ${page}`
  // What is behind `offset 0` is planned by itself; all of it is at hand there, and counted on the way.
  const found = isSearched
    ? sql`select id as found_id, count(*) over () as found_total
        from (select * from ${source} where ${condition} offset 0) searched ${page}`
    : sql`select id as found_id from ${source} where ${condition} ${page}`
  const shown = isSearched ? sql`${columns}, found_total` : columns
  return sql<R>`select ${shown} from ${source} join (${found}) found on found_id = id order by ${order}`
}

/** A whole number between 1 and `most`, `preset` where none is sent; what is no number is refused by its name. */
function whole(query: Asked, name: string, preset: number, most: number): number {
  const number = Math.trunc(Number(query[name] ?? preset))
  if (Number.isNaN(number)) throw new AppError('request.invalid', { message: `请求参数格式错误: ${name}` })
  return Math.min(Math.max(number || preset, 1), most)
}

interface Total {
  total: number
  isExact: boolean
}

/** How many rows there are behind a page of `shown`. */
async function totalOf(ctx: Pick<Ctx, 'db'>, parts: PageParts, place: Place, shown: number): Promise<Total> {
  const seen = place.offset + shown
  const isLast = shown < place.size && (shown > 0 || place.current === 1)
  if (isLast) return { total: seen, isExact: true }
  // Beyond the end: whoever turns back needs the last page.
  if (shown === 0) return { total: await count(ctx, parts), isExact: true }
  const counted = seen > MAX_COUNTED ? seen : await count(ctx, parts, MAX_COUNTED + 1)
  if (counted <= MAX_COUNTED) return { total: counted, isExact: true }
  return { total: Math.max(await estimate(ctx, parts), counted), isExact: false }
}

async function count(ctx: Pick<Ctx, 'db'>, { source, condition }: PageParts, most?: number): Promise<number> {
  const limit = most === undefined ? sql`` : sql`limit ${most}`
  const result = await sql<{
    n: string
  }>`select count(*) as n from (select from ${source} where ${condition} ${limit}) c`.execute(ctx.db)
  return Number(result.rows[0]?.n ?? 0)
}

/** What PostgreSQL's planner expects, from its statistics, on three digits. */
async function estimate(ctx: Pick<Ctx, 'db'>, { source, condition }: PageParts): Promise<number> {
  const result = await sql<Record<string, [{ Plan: { 'Plan Rows': number } }]>>`explain (format json)
    select from ${source} where ${condition}`.execute(ctx.db)
  const [plan] = Object.values(result.rows[0] ?? {})
  return Number((plan?.[0].Plan['Plan Rows'] ?? 0).toPrecision(3))
}
