import { isIsbn, isWebLink, plainIsbn } from '@xueheng/contract/derive/check.ts'
import { bannerManage } from '@xueheng/contract/domains/mall/banner-manage.ts'
import { bookClass, bookClassList, bookClassTree } from '@xueheng/contract/domains/mall/book-class.ts'
import { bookInfo } from '@xueheng/contract/domains/mall/book-info.ts'
import { questionManage } from '@xueheng/contract/domains/mall/question-manage.ts'
import { schoolManage } from '@xueheng/contract/domains/mall/school-manage.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { sql } from 'kysely'
import { every } from '../../platform/access/doors.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault, refuse } from '../../platform/error.ts'
import { hook, implement } from '../../platform/module.ts'
import { listAll } from '../../platform/rows/read.ts'
import { forest } from '../../platform/rows/tree.ts'
import { findSchool } from '../school/index.ts'
import { areaOf, assertKeeper } from './units.ts'

type BookClass = EntityRow<typeof bookClass.fields>
type Banner = EntityRow<typeof bannerManage.fields>

const CLASSES = every(bookClass, 'whether a class has others below it')
const BOOKS = every(bookInfo, 'whether a class has books')
const QUESTIONS = every(questionManage, 'whether a book has questions')

const byKeeper = async (ctx: Ctx): Promise<void> => assertKeeper(ctx)

const schoolHooks = hook(schoolManage, {
  beforeRemove: byKeeper,
  afterRestore: byKeeper,
  async beforeSave(ctx, row, before) {
    assertKeeper(ctx)
    const schoolCode = row.schoolCode ?? before?.schoolCode
    row.areaCode = await areaOf(ctx, schoolCode)
    if (before || row.schoolName) return
    row.schoolName = (await findSchool(ctx, schoolCode ?? ''))?.schoolName ?? null
  },
})

const classHooks = hook(bookClass, {
  afterRestore: byKeeper,
  async beforeSave(ctx, row, before) {
    assertKeeper(ctx)
    if (row.parentId) await assertBelow(ctx, row.parentId, before?.id)
  },
  async beforeRemove(ctx, rows) {
    assertKeeper(ctx)
    const ids = rows.map(({ id }) => id)
    const below = await sql`select 1 from ${CLASSES}
      where is_deleted = 0 and parent_id = any(${ids}::bigint[]) and id <> all(${ids}::bigint[]) limit 1`.execute(
      ctx.db,
    )
    if (below.rows.length > 0) throw refuse('分类下还有下级分类，不能删除')
    const books =
      await sql`select 1 from ${BOOKS} where is_deleted = 0 and class_id = any(${ids}::bigint[]) limit 1`.execute(
        ctx.db,
      )
    if (books.rows.length > 0) throw refuse('分类下还有图书，不能删除')
  },
})

/** Two levels: nothing stands below a class that has one above it, and what has others below it stays at the top. */
async function assertBelow(ctx: Ctx, parentId: string, id: string | undefined): Promise<void> {
  if (parentId === id) throw fault('parentId', '上级分类不能是自己')
  const above = await sql`select 1 from ${CLASSES} where id = ${parentId} and parent_id is not null`.execute(ctx.db)
  if (above.rows.length > 0) throw fault('parentId', '分类最多两级，请选择一级分类')
  const below = await sql`select 1 from ${CLASSES} where is_deleted = 0 and parent_id = ${id ?? '0'} limit 1`.execute(
    ctx.db,
  )
  if (below.rows.length > 0) throw fault('parentId', '分类下还有下级分类，不能移到别的分类下')
}

const bookHooks = hook(bookInfo, {
  afterRestore: byKeeper,
  async beforeSave(ctx, row, before) {
    assertKeeper(ctx)
    if (row.isbn && isIsbn(row.isbn)) row.isbn = plainIsbn(row.isbn)
    if (!before) Object.assign(row, { lockStock: 0, salesCount: 0 })
    const whole = { ...before, ...row }
    if ((whole.stock ?? 0) < (whole.lockStock ?? 0))
      throw fault('stock', `已有${whole.lockStock}册被订单占用，库存不能少于它`)
    if (whole.isOnShelf !== 1) return
    if (Number(whole.price) <= 0) throw fault('price', '售价为零的图书不能上架')
    if (!whole.coverUrl) throw fault('coverUrl', '请先上传封面再上架')
  },
  async beforeRemove(ctx, rows) {
    assertKeeper(ctx)
    const held = rows.find(({ lockStock }) => (lockStock ?? 0) > 0)
    if (held) throw refuse(`《${held.bookName}》还有未完成的订单，不能删除`)
    const ids = rows.map(({ id }) => id)
    const asked = await sql<{ bookId: string }>`select book_id from ${QUESTIONS}
      where is_deleted = 0 and book_id = any(${ids}::bigint[]) limit 1`.execute(ctx.db)
    const first = rows.find(({ id }) => id === asked.rows[0]?.bookId)
    if (first) throw refuse(`《${first.bookName}》还有阅读题目，请先删除题目`)
  },
})

const LINK = { none: 0, book: 1, web: 3, page: 4 }

const bannerHooks = hook(bannerManage, {
  beforeRemove: byKeeper,
  afterRestore: byKeeper,
  async beforeSave(ctx, row, before) {
    assertKeeper(ctx)
    if (!before) row.clickCount = 0
    const whole = { ...before, ...row }
    assertLink(whole)
    if (whole.startTime && whole.endTime && whole.endTime <= whole.startTime)
      throw fault('endTime', '结束时间须晚于开始时间')
  },
})

function assertLink({ linkType, bookId, linkUrl }: Partial<Banner>): void {
  if (linkType === LINK.book && !bookId) throw fault('bookId', '请选择点击后打开的图书')
  if (linkType === LINK.web && !isWebLink(linkUrl ?? '')) throw fault('linkUrl', '网址须以 https:// 开头')
  if (linkType === LINK.page && !/^\/[^\s\\]{1,499}$/.test(linkUrl ?? ''))
    throw fault('linkUrl', '小程序页面须以 / 开头')
}

/** The classes in use, those below in `children`; what stands below one out of use is out of use. */
async function listClasses(ctx: Ctx) {
  const rows = await classesOf(ctx)
  const off = new Set(rows.flatMap(({ id, isEnabled }) => (isEnabled === 1 ? [] : [id])))
  const shown = rows.filter(({ id, parentId }) => !off.has(id) && !off.has(parentId ?? ''))
  return forest(shown, ({ parentId }) => parentId ?? '').map(withBelow)
}

interface Branch extends BookClass {
  children?: Branch[]
}

/** Every class names those below it, if only none. */
function withBelow(row: Branch): Branch & { children: object[] } {
  return { ...row, children: (row.children ?? []).map(withBelow) }
}

async function classTree(ctx: Ctx) {
  const nodes = (await classesOf(ctx)).map(({ id, parentId, className }) => ({
    id,
    parentId: parentId ?? '0',
    title: className,
    key: id,
    value: id,
  }))
  return forest(nodes, (node) => node.parentId)
}

function classesOf(ctx: Ctx): Promise<BookClass[]> {
  return listAll(bookClass, ctx, {})
}

export const shopHooks = [schoolHooks, classHooks, bookHooks, bannerHooks]
export const shopHandlers = [implement(bookClassList, listClasses), implement(bookClassTree, classTree)]
