import { bookInfo } from '@xueheng/contract/domains/mall/book-info.ts'
import type { OrderLine } from '@xueheng/contract/domains/mall/order.ts'
import { sql } from 'kysely'
import { visible } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { fault } from '../../../platform/error.ts'
import { textOf } from '../../../platform/rows/read.ts'
import { numberSetting } from '../../../platform/settings.ts'
import { fenOf, partOf, share, sumOf, yuanOf } from './money.ts'

const MOST_LINES = 50
const MOST_PIECES = 999

interface Wanted {
  bookId: string
  count: number
}

interface Book {
  id: string
  bookName: string
  coverUrl: string | null
  price: string
  giveIntegral: number
  integralPrice: number
}

/** Books and counts of a body: each book once, in whole pieces. */
export function readWanted(items: readonly Partial<Wanted>[]): Wanted[] {
  if (items.length > MOST_LINES) throw fault('items', `一个订单最多${MOST_LINES}种图书`)
  const wanted = items.map(wantedOf)
  if (new Set(wanted.map(({ bookId }) => bookId)).size < wanted.length) throw fault('items', '同一种图书只列一行')
  return wanted
}

function wantedOf({ bookId, count }: Partial<Wanted>, at: number): Wanted {
  const pieces = Number(textOf(count))
  if (!/^\d{1,18}$/.test(textOf(bookId))) throw fault('items', `第${at + 1}行没有图书`)
  if (!Number.isInteger(pieces) || pieces < 1 || pieces > MOST_PIECES)
    throw fault('items', `第${at + 1}行的数量应为1到${MOST_PIECES}`)
  return { bookId: textOf(bookId), count: pieces }
}

/** Lines at the prices of this moment; whatever prices a body names do not count. */
export async function priceLines(ctx: Ctx, wanted: Wanted[]): Promise<{ lines: OrderLine[]; mostPoints: number }> {
  const ids = wanted.map(({ bookId }) => bookId)
  const found = await sql<Book>`select id, book_name, cover_url, price, coalesce(give_integral, 0) as give_integral,
      coalesce(integral_price, 0) as integral_price
    from ${visible(ctx, bookInfo)} b where id = any(${ids}::bigint[]) and is_on_shelf = 1`.execute(ctx.db)
  const books = new Map(found.rows.map((book) => [book.id, book]))
  let mostPoints = 0
  const lines = wanted.map(({ bookId, count }, at) => {
    const book = books.get(bookId)
    if (!book) throw fault('items', `第${at + 1}行的图书不存在或已下架`)
    mostPoints += book.integralPrice * count
    return lineOf(book, count)
  })
  return { lines, mostPoints }
}

function lineOf({ id, bookName, coverUrl, price, giveIntegral }: Book, count: number): OrderLine {
  const totalPrice = yuanOf(fenOf(price) * count)
  const unpaid = { pointPrice: '0.00', adjustPrice: '0.00', usePoint: 0 }
  return {
    bookId: id,
    bookName,
    coverUrl,
    price,
    count,
    totalPrice,
    ...unpaid,
    payPrice: totalPrice,
    givePoint: giveIntegral * count,
  }
}

/** Points in place of money, spread over the lines by their price. Refuses more than books and settings allow. */
export async function usePoints(ctx: Ctx, lines: OrderLine[], points: number, most: number): Promise<OrderLine[]> {
  if (points === 0) return lines
  const perYuan = await numberSetting(ctx.db, 'mall.pointsPerYuan')
  const percent = await numberSetting(ctx.db, 'mall.pointPercent')
  const total = sumOf(lines.map(({ totalPrice }) => fenOf(totalPrice)))
  if (points > most) throw fault('usePoint', `这些图书最多可用${most}积分`)
  if ((points * 100) % perYuan !== 0) throw fault('usePoint', `${perYuan}积分抵1元，所用积分须抵整分`)
  const fen = (points * 100) / perYuan
  if (fen > partOf(total, percent, 100)) throw fault('usePoint', `积分最多抵商品总额的${percent}%`)
  const weights = lines.map(({ totalPrice }) => fenOf(totalPrice))
  const prices = share(fen, weights)
  const used = share(points, weights)
  return lines.map((line, at) => settle({ ...line, pointPrice: yuanOf(prices[at] ?? 0), usePoint: used[at] ?? 0 }))
}

/** A change of price, spread over the lines by what is to be paid for them. */
export function adjust(lines: OrderLine[], by: number): OrderLine[] {
  const parts = share(
    by,
    lines.map(({ payPrice }) => fenOf(payPrice)),
  )
  return lines.map((line, at) => settle({ ...line, adjustPrice: yuanOf(parts[at] ?? 0) }))
}

/** payPrice = totalPrice − pointPrice + adjustPrice, line by line. */
function settle(line: OrderLine): OrderLine {
  const { totalPrice, pointPrice, adjustPrice } = line
  return { ...line, payPrice: yuanOf(fenOf(totalPrice) - fenOf(pointPrice) + fenOf(adjustPrice)) }
}

/** The columns of an order that are sums of its lines. */
export function sums(lines: OrderLine[]) {
  const money = (name: 'totalPrice' | 'pointPrice' | 'adjustPrice' | 'payPrice') =>
    yuanOf(sumOf(lines.map((line) => fenOf(line[name]))))
  return {
    productCount: sumOf(lines.map(({ count }) => count)),
    totalPrice: money('totalPrice'),
    pointPrice: money('pointPrice'),
    adjustPrice: money('adjustPrice'),
    payPrice: money('payPrice'),
    givePoint: sumOf(lines.map(({ givePoint }) => givePoint)),
    goods: lines
      .map(({ bookName, count }) => `《${bookName}》×${count}`)
      .join('；')
      .slice(0, 500),
  }
}
