import { DEFAULT_PAGE_SIZE, MAX_COUNTED, MAX_PAGE_SIZE, type Page, pageOf } from '@xueheng/contract/kit/page.ts'
import { sql } from 'kysely'
import type { Ctx } from '../ctx.ts'
import { AppError } from '../error.ts'
import type { Condition } from './filters.ts'

type Asked = object

export interface PageParts {
  columns: Condition
  source: Condition
  condition: Condition
  order: Condition
  /** Rows of `source` are known by `id`, and its columns by their bare names. */
  hasId?: boolean
  /**
   * Columns of the order where parts of texts are searched: the rows are found first and put in order then. Walking an order
   * would try them one by one.
   */
  searched?: Condition | undefined
  /** Rows a page holds where none are asked for, and at most. */
  size?: { preset: number; most?: number }
}

interface Place {
  current: number
  size: number
  offset: number
}

/**
 * The page that `query` asks for by `current` and `size`. Its total is exact up to `MAX_COUNTED`, of a search by parts of
 * texts up to `MOST_SORTED`; beyond it is estimated and says so.
 */
export async function pageOfRows<R>(ctx: Pick<Ctx, 'db'>, query: Asked, parts: PageParts): Promise<Page<R>> {
  const asked: Record<string, unknown> = { ...query }
  const { preset, most = MAX_PAGE_SIZE } = parts.size ?? { preset: DEFAULT_PAGE_SIZE }
  const size = whole(asked, 'size', preset, most)
  const current = whole(asked, 'current', 1, LAST_PAGE)
  const place = { current, size, offset: (current - 1) * size }
  const { rows } = await pageStatement<R & Found>(parts, place).execute(ctx.db)
  const { total, isExact } = await totalOf(ctx, parts, place, rows)
  for (const row of rows) delete row.foundTotal
  const page = pageOf<R>(rows, total, place)
  return isExact ? page : { ...page, isEstimated: true }
}

/** What the rows of a page carry: how many there are in all. */
interface Found {
  foundTotal?: string
}

/** Nobody turns so many pages; a number beyond is a slip. */
const LAST_PAGE = 1_000_000

/** From here on a page is found by the index alone, and only its own rows are read. */
const FAR = 200

/** So many rows that a search finds are put in order. Of more the order is walked, where one of them is soon met. */
const MOST_SORTED = 10_000

/** The page with its total, in one statement: each costs its way to the database and back. */
function pageStatement<R>(parts: PageParts, { size, offset }: Place) {
  const { columns, source, condition, order, hasId, searched } = parts
  const page = sql`order by ${order} limit ${size} offset ${offset}`
  const counted = offset < MAX_COUNTED ? sql`(${countOf(parts, MAX_COUNTED + 1)})` : sql`${MAX_COUNTED + 1}::bigint`
  if (!hasId || (offset < FAR && !searched)) {
    return sql<R>`select ${columns}, ${counted} as found_total from ${source} where ${condition} ${page}`
  }
  const found = searched
    ? sql`with searched as materialized (select ${searched} from ${source} where ${condition} limit ${MOST_SORTED + 1}),
          counted as materialized (select count(*) as num from searched)
        (select id as found_id, (select num from counted) as found_total from searched
          where (select num from counted) <= ${MOST_SORTED} ${page})
        union all
        (select id, ${MOST_SORTED + 1} from ${source}
          where (select num from counted) > ${MOST_SORTED} and ${condition} ${page})`
    : sql`select id as found_id, ${counted} as found_total from ${source} where ${condition} ${page}`
  return sql<R>`select ${columns}, found_total from ${source} join (${found}) found on found_id = id order by ${order}`
}

/** A whole number between 1 and `most`, `preset` where none is sent; what is no number is refused by its name. */
function whole(query: Record<string, unknown>, name: string, preset: number, most: number): number {
  const number = Math.trunc(Number(query[name] ?? preset))
  if (Number.isNaN(number)) throw new AppError('request.invalid', { message: `请求参数格式错误: ${name}` })
  return Math.min(Math.max(number || preset, 1), most)
}

interface Total {
  total: number
  isExact: boolean
}

/** How many rows there are, as the page tells; beyond its end, where somebody turns back, as they are counted. */
async function totalOf(ctx: Pick<Ctx, 'db'>, parts: PageParts, place: Place, rows: Found[]): Promise<Total> {
  const isLast = rows.length < place.size
  if (isLast && (rows.length > 0 || place.current === 1)) return { total: place.offset + rows.length, isExact: true }
  if (rows.length === 0) {
    const counted = await countOf(parts).execute(ctx.db)
    return { total: Number(counted.rows[0]?.n ?? 0), isExact: true }
  }
  const counted = Number(rows[0]?.foundTotal)
  if (counted <= (parts.searched ? MOST_SORTED : MAX_COUNTED)) return { total: counted, isExact: true }
  return { total: Math.max(await estimate(ctx, parts), place.offset + rows.length), isExact: false }
}

function countOf({ source, condition }: PageParts, most?: number) {
  const limit = most === undefined ? sql`` : sql`limit ${most}`
  return sql<{ n: string }>`select count(*) as n from (select from ${source} where ${condition} ${limit}) c`
}

/** What PostgreSQL's planner expects, from its statistics, on three digits. */
async function estimate(ctx: Pick<Ctx, 'db'>, { source, condition }: PageParts): Promise<number> {
  const result = await sql<Record<string, [{ Plan: { 'Plan Rows': number } }]>>`explain (format json)
    select from ${source} where ${condition}`.execute(ctx.db)
  const [plan] = Object.values(result.rows[0] ?? {})
  return Number((plan?.[0].Plan['Plan Rows'] ?? 0).toPrecision(3))
}
