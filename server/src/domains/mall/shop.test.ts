import { sql } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, TENANT, useTestApp } from '../../../test/harness.ts'

const app = useTestApp()
const BASE = '/api/yzl-book-mall-admin'
const ISBN = '978-7-5442-7087-8'

let admin: Client

beforeAll(async () => {
  admin = await app().user({ role: 'administrator' })
})

async function save(name: string, body: object): Promise<any> {
  const answer = await admin.post(`${BASE}/${name}/save`, body)
  expect(answer.msg).toBe('操作成功')
  return answer.data
}

async function refused(name: string, body: { id?: string } & Record<string, unknown>): Promise<string> {
  const answer = await admin.post(`${BASE}/${name}/${body.id ? 'update' : 'save'}`, body)
  expect(answer.code).not.toBe(200)
  return answer.msg
}

let made = 0
const newClass = (more: object = {}) => save('bookclass', { className: `分类${(made += 1)}`, ...more })

async function book(more: object = {}) {
  const { id } = await newClass()
  return { bookName: '解忧杂货店', classId: id, bookType: 1, price: '39.50', stock: 5, ...more }
}

describe('classes of books', () => {
  test('two levels and no more, each name once below its parent', async () => {
    const top = await newClass({ className: '文学' })
    const below = await newClass({ className: '小说', parentId: top.id })
    expect(await refused('bookclass', { className: '长篇', parentId: below.id })).toBe('分类最多两级，请选择一级分类')
    expect(await refused('bookclass', { className: '小说', parentId: top.id })).toBe('该上级分类分类名称已存在')
    expect(await refused('bookclass', { className: '文学' })).toBe('该上级分类分类名称已存在')
    const other = await newClass({ className: '科普' })
    await newClass({ className: '小说', parentId: other.id })
    expect(await refused('bookclass', { ...top, parentId: other.id })).toBe('分类下还有下级分类，不能移到别的分类下')
    expect(await refused('bookclass', { ...other, parentId: other.id })).toBe('上级分类不能是自己')
  })

  test('the list shows those in use as a tree, the tree for choosing all of them', async () => {
    const top = await newClass()
    const below = await newClass({ parentId: top.id })
    const off = await newClass({ isEnabled: 0 })
    const hidden = await newClass({ parentId: off.id })
    const list: any[] = (await admin.get(`${BASE}/bookclass/list`)).data
    expect(list.find(({ id }) => id === top.id).children.map(({ id }: any) => id)).toEqual([below.id])
    const ids = list.flatMap(({ id, children }) => [id, ...children.map((one: any) => one.id)])
    expect(ids).not.toContain(off.id)
    expect(ids).not.toContain(hidden.id)
    const tree: any[] = (await admin.get(`${BASE}/bookclass/tree`)).data
    expect(tree.find(({ id }) => id === off.id).children.map(({ id }: any) => id)).toEqual([hidden.id])
  })

  test('a class with others below it or with books stays', async () => {
    const top = await newClass()
    const below = await newClass({ parentId: top.id })
    expect((await admin.post(`${BASE}/bookclass/remove?ids=${top.id}`)).msg).toBe('分类下还有下级分类，不能删除')
    await save('bookinfo', await book({ classId: below.id }))
    expect((await admin.post(`${BASE}/bookclass/remove?ids=${below.id}`)).msg).toBe('分类下还有图书，不能删除')
    const empty = await newClass({ parentId: top.id })
    expect((await admin.post(`${BASE}/bookclass/remove?ids=${empty.id}`)).code).toBe(200)
  })
})

describe('books', () => {
  test('an ISBN is checked, kept without hyphens, and of one book', async () => {
    expect((await save('bookinfo', await book({ isbn: ISBN }))).isbn).toBe('9787544270878')
    expect(await refused('bookinfo', await book({ isbn: '9787544270878' }))).toBe('该ISBN已存在')
    expect(await refused('bookinfo', await book({ isbn: '9787544270871' }))).toBe('ISBN格式不正确，请核对校验位')
    await save('bookinfo', await book())
    await save('bookinfo', await book())
  })

  test('prices are exact, never negative, and needed before a book is sold', async () => {
    expect((await save('bookinfo', await book({ price: '0.10', marketPrice: '99999.99' }))).price).toBe('0.10')
    expect(await refused('bookinfo', await book({ price: '-1' }))).toContain('售价')
    expect(await refused('bookinfo', await book({ price: '0', isOnShelf: 1 }))).toBe('售价为零的图书不能上架')
    expect(await refused('bookinfo', await book({ isOnShelf: 1 }))).toBe('请先上传封面再上架')
    await save('bookinfo', await book({ isOnShelf: 1, coverUrl: '/api/blade-resource/file/1' }))
  })

  test('what orders hold cannot be given away, and the book is not removed', async () => {
    const { id, ...row } = await save('bookinfo', await book({ lockStock: 9, salesCount: 9 }))
    expect([row.lockStock, row.salesCount]).toEqual([0, 0])
    await sql`update mall_book set lock_stock = 3 where id = ${id} and tenant_id = ${TENANT}`.execute(admin.db)
    expect(await refused('bookinfo', { id, stock: 2 })).toBe('已有3册被订单占用，库存不能少于它')
    expect((await admin.post(`${BASE}/bookinfo/remove?ids=${id}`)).msg).toBe('《解忧杂货店》还有未完成的订单，不能删除')
  })

  test('the same calls answer under every prefix, also submit', async () => {
    const row = await save('bookinfo', await book({ bookName: '前缀之书' }))
    for (const service of ['yzl-book-mall-admin', 'yzl-mall-admin', 'blade-read-admin'])
      for (const path of [`/api/${service}/bookinfo`, `/api/${service}/admin/read/bookinfo`]) {
        expect((await admin.get(`${path}/page`, { bookName: '前缀之书' })).data.total).toBe(1)
        const { data } = await admin.post(`${path}/submit`, { id: row.id, author: service })
        expect(data.author).toBe(service)
      }
  })
})

describe('banners', () => {
  const banner = (more: object) => ({ title: '读书月', picUrl: '/api/blade-resource/file/1', position: 1, ...more })

  test('a link leads where its kind says', async () => {
    expect(await refused('bannermanage', banner({ linkType: 1 }))).toBe('请选择点击后打开的图书')
    expect(await refused('bannermanage', banner({ linkType: 3, linkUrl: 'javascript:alert(1)' }))).toBe(
      '网址须以 https:// 开头',
    )
    expect(await refused('bannermanage', banner({ linkType: 4, linkUrl: 'pages/book' }))).toBe('小程序页面须以 / 开头')
    const { id } = await save('bookinfo', await book())
    const row = await save('bannermanage', banner({ linkType: 1, bookId: id }))
    expect([row.bookId, row.clickCount]).toEqual([id, 0])
    expect(await refused('bannermanage', { id: row.id, linkType: 3 })).toBe('网址须以 https:// 开头')
  })

  test('the end comes after the begin', async () => {
    const window = { startTime: '2026-04-23 00:00:00', endTime: '2026-04-23 00:00:00', linkType: 0 }
    expect(await refused('bannermanage', banner(window))).toBe('结束时间须晚于开始时间')
  })
})
