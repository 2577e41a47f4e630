import { bookInfo } from '@xueheng/contract/domains/mall/book-info.ts'
import { sql } from 'kysely'
import { into } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { refuse } from '../../../platform/error.ts'

/** Pieces of books by the book's id. */
export type Pieces = readonly { bookId: string; bookName: string; count: number }[]

/** One order for all: two who want the same books do not wait for each other in a circle. */
function inOneOrder(pieces: Pieces): Pieces {
  return pieces.filter(({ count }) => count > 0).toSorted((a, b) => (a.bookId < b.bookId ? -1 : 1))
}

/** Holds pieces for an order; refuses when there are not as many that are free. */
export async function hold(ctx: Ctx, pieces: Pieces): Promise<void> {
  for (const { bookId, bookName, count } of inOneOrder(pieces)) {
    const held = await sql`update ${into(bookInfo)} set lock_stock = coalesce(lock_stock, 0) + ${count}
      where id = ${bookId} and is_deleted = 0 and is_on_shelf = 1
        and stock - coalesce(lock_stock, 0) >= ${count}`.execute(ctx.db)
    if (held.numAffectedRows === 0n) throw refuse(`《${bookName}》库存不足或已下架`)
  }
}

/** Gives held pieces free again. */
export function release(ctx: Ctx, pieces: Pieces): Promise<void> {
  return move(ctx, pieces, { stock: 0, held: -1, sold: 0 })
}

/** Held pieces leave the house. */
export function sendOut(ctx: Ctx, pieces: Pieces): Promise<void> {
  return move(ctx, pieces, { stock: -1, held: -1, sold: 1 })
}

/** Pieces that had left are back in the house. */
export function takeBack(ctx: Ctx, pieces: Pieces): Promise<void> {
  return move(ctx, pieces, { stock: 1, held: 0, sold: -1 })
}

/** Who has the book in a form meanwhile is told that it has changed: their number of pieces is no longer true. */
const TOUCHED = sql`, update_time = greatest(localtimestamp(0), update_time + interval '1 second')`

async function move(ctx: Ctx, pieces: Pieces, by: { stock: number; held: number; sold: number }): Promise<void> {
  for (const { bookId, count } of inOneOrder(pieces)) {
    await sql`update ${into(bookInfo)} set stock = stock + ${by.stock * count},
        lock_stock = coalesce(lock_stock, 0) + ${by.held * count},
        sales_count = coalesce(sales_count, 0) + ${by.sold * count}
        ${by.stock === 0 ? sql`` : TOUCHED}
      where id = ${bookId}`.execute(ctx.db)
  }
}
