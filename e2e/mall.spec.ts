import { type Page, expect, test } from '@playwright/test'
import { fill } from './support/forms.ts'
import { act, confirm, front, listenForComplaints, pick, toast } from './support/page.ts'
import { comeIn } from './support/people.ts'
import { rowsOf } from './support/sheets.ts'

type Row = Record<string, any>

/** What another program would ask the shop for, as who is signed in; answers what it is told. */
function tell(page: Page, path: string, body?: object): Promise<Row> {
  return page.evaluate(
    async ([url, sent]) => {
      const { token } = JSON.parse(localStorage.getItem('xueheng-session') ?? '{}').content
      const headers = { 'Blade-Auth': token, 'Content-Type': 'application/json' }
      const more = sent ? { method: 'POST', body: JSON.stringify(sent) } : {}
      const whole = String(url).startsWith('/') ? String(url) : `/api/yzl-book-mall-admin/${String(url)}`
      return (await fetch(whole, { headers, ...more })).json()
    },
    [path, body] as const,
  )
}

async function ask(page: Page, path: string, body?: object): Promise<Row> {
  const answer = await tell(page, path, body)
  if (!answer['success']) throw new Error(`${path}: ${answer['msg']}`)
  return answer['data']
}

const STAMP = String(Date.now() % 1_000_000)
const BOOK = `旅程之书${STAMP}`

async function addBook(page: Page): Promise<Row> {
  await comeIn(page, 'admin', '/read/bookManage/bookInfo/index')
  await front(page).getByRole('button', { name: /新增/ }).first().click()
  const dialog = page.getByRole('dialog')
  const typed = { 书名: BOOK, '售价(元)': '30.00', 库存: '10', 赠送积分: '6' }
  await fill(dialog, { typed, picked: { 分类: '历史' }, hasPicture: true })
  await dialog.getByLabel('上架').click()
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  await page.goto(`/read/bookManage/bookInfo/index?bookName=${encodeURIComponent(BOOK)}`)
  await expect(front(page).getByText(BOOK).first()).toBeVisible()
  const { records } = await ask(page, `bookinfo/page?bookName=${encodeURIComponent(BOOK)}`)
  return records[0]
}

/** Parents who were there before, each with a child at a school: others add and remove some meanwhile. */
async function families(page: Page): Promise<Row[]> {
  const { records } = await ask(page, 'userparentinfo/page?size=100&ascs=createTime')
  return records.filter(({ studentName, schoolCode }: Row) => studentName && schoolCode)
}

/** The order as the shop in front places it, and the payment as its service tells of it. */
async function placeOrder(page: Page, book: Row): Promise<Row> {
  const [parent] = await families(page)
  const receiver = { receiverName: '李雨', receiverMobile: '13900000001', detailAddress: '云川市读书路1号' }
  const items = [{ bookId: book['id'], count: 2 }]
  const order = await ask(page, '/api/blade-mall/order/submit', { parentId: parent?.['id'], items, ...receiver })
  const payment = { id: order['id'], payChannel: 3, transactionId: `J${STAMP}`, payPrice: order['payPrice'] }
  return ask(page, 'orderManage/pay', payment)
}

async function pointsOf(page: Page, parentId: string): Promise<number> {
  return (await ask(page, `userparentinfo/getIntegralRecordPage?parentId=${parentId}`))['balance']
}

async function ship(page: Page, orderNo: string): Promise<void> {
  await page.goto(`/read/orderManage/index?orderNo=${orderNo}`)
  await act(front(page).locator('tr', { hasText: orderNo }), '发货')
  const dialog = page.getByRole('dialog').last()
  await pick(dialog, '快递公司', '顺丰速运')
  await dialog.getByLabel('快递单号').fill(`SF${STAMP}`)
  await dialog.getByRole('button', { name: '确定' }).click()
  await toast(page, '操作成功')
  await expect(front(page).locator('tr', { hasText: orderNo })).toContainText('已发货')
}

/** More than one of the two books cost is asked back; another agrees to what it cost, and it is paid by hand. */
async function refund(page: Page, order: Row, book: Row): Promise<void> {
  await comeIn(page, 'exam', '/wel/index')
  const body = { orderId: order['id'], bookId: book['id'], refundPrice: '34.00', count: 0, way: 10, applyReason: 1 }
  const { id, refundNo } = await ask(page, 'orderrefund/save', body)
  await comeIn(page, 'admin', '/read/orderRefund/audit')
  const line = front(page).locator('.review-queue').getByText(refundNo).first()
  await line.click()
  const paper = front(page).locator('.review-row')
  for (const told of [order['orderNo'], BOOK, '可退金额']) await expect(paper).toContainText(told)
  await expect(paper).not.toContainText(order['studentName'])
  await paper.getByLabel('退款金额').fill('30')
  await paper.getByRole('button', { name: '同意', exact: true }).click()
  await expect(line).toBeHidden()
  await page.goto(`/read/orderRefund/index?refundNo=${refundNo}`)
  await act(front(page).locator('tr', { hasText: refundNo }), '登记线下退款')
  const dialog = page.getByRole('dialog').last()
  await dialog.getByLabel('凭证号').fill(`PZ${STAMP}`)
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(front(page).locator('tr', { hasText: refundNo })).toContainText('退款完成')
  const again = await tell(page, 'orderrefund/confirm', { id, payRefundNo: 'PZ2' })
  expect(again['msg']).toBe('当前状态为「退款完成」，不能退款完成')
}

/** An activity whose works are judged and voted on; answers the votes of each. */
async function elect(page: Page, parentIds: string[]): Promise<void> {
  const title = `旅程征集${STAMP}`
  const times = { startTime: '2020-01-01 00:00:00', endTime: '2099-01-01 00:00:00' }
  const { id } = await ask(page, 'activitymanage/save', { title, activityType: 1, maxPerUser: 9, ...times })
  await page.goto(`/read/activityManage/index?title=${encodeURIComponent(title)}`)
  await act(front(page).locator('tr', { hasText: title }), '发布')
  await confirm(page)
  await expect(front(page).locator('tr', { hasText: title })).not.toContainText('草稿')
  const [family] = await families(page)
  for (const no of [1, 2]) {
    const work = { activityId: id, workNo: `J${STAMP}${no}`, title: `作品${no}`, workType: 1, studentName: '李雨' }
    const made = await ask(page, 'collectrecord/save', { ...work, schoolCode: family?.['schoolCode'] })
    await ask(page, 'collectrecord/update', { id: made['id'], auditStatus: 1, isPublic: 1 })
  }
  const rules = { minChoices: 1, maxChoices: 1, limitMode: 1, showResult: 0, optionTitles: '' }
  const vote = await ask(page, 'voteset/save', { title: `旅程投票${STAMP}`, activityId: id, ...rules, ...times })
  const opened = await ask(page, 'voteset/open', { id: vote['id'] })
  const [first, second] = opened['options']
  const choices = [second, second, first]
  for (const [at, parentId] of parentIds.slice(0, 3).entries())
    await ask(page, 'voteset/vote', { id: vote['id'], parentId, optionIds: [choices[at].id] })
  const twice = await tell(page, 'voteset/vote', { id: vote['id'], parentId: parentIds[0], optionIds: [first.id] })
  expect(twice['success']).toBe(false)
  await page.goto(`/read/voteSet/index?title=${encodeURIComponent(vote['title'])}`)
  const row = front(page).locator('tr', { hasText: vote['title'] })
  await act(row, '结束投票')
  await confirm(page)
  await act(row, '结果')
  const result = page.getByRole('dialog').last()
  await expect(result).toContainText('作品2')
  const { data } = await tell(page, `voteset/result?id=${vote['id']}`)
  const counted = data.map(({ title: name, votes, place }: Row) => [name, votes, place])
  expect(counted.toSorted()).toEqual([
    [`作品1（J${STAMP}1）`, 1, 2],
    [`作品2（J${STAMP}2）`, 2, 1],
  ])
}

/** The workbook of what the screen shows under its filter. */
async function exported(page: Page, orderNo: string): Promise<string[][]> {
  await page.goto(`/read/orderManage/index?orderNo=${orderNo}`)
  await expect(front(page).locator('tbody tr[data-row-key]')).toHaveCount(1)
  await front(page).getByRole('button', { name: /导出/ }).click()
  const dialog = page.getByRole('dialog').last()
  await dialog.getByLabel(/理由/).fill('核对退款订单')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: /确定|导出/ }).click(),
  ])
  return rowsOf(download)
}

/** A book is sold, a part of it paid back, its readers gather works and vote, and the books are as the screens say. */
test('the shop from a book to its money back, and from an activity to its result', async ({ page }) => {
  const complaints = listenForComplaints(page)
  const book = await addBook(page)
  const parentIds = (await families(page)).slice(0, 3).map(({ id }) => id)
  const points = await pointsOf(page, parentIds[0])
  const order = await placeOrder(page, book)
  expect(await pointsOf(page, parentIds[0])).toBe(points + 12)
  await ship(page, order['orderNo'])
  await refund(page, order, book)
  const after = await ask(page, `orderManage/detail?id=${order['id']}`)
  expect(after).toMatchObject({ refundPrice: '30.00', refundStatus: 10, orderStatus: 20 })
  expect(await pointsOf(page, parentIds[0])).toBe(points + 6)
  await page.goto(`/read/parentAccount/integralDetail/index?parentId=${parentIds[0]}`)
  await expect(front(page).locator('tbody tr', { hasText: '售后扣回' }).first()).toContainText('−6')
  await elect(page, parentIds)
  const [head = [], line = []] = await exported(page, order['orderNo'])
  const cell = (title: string) => line[head.indexOf(title)]
  expect([cell('订单号'), cell('实付(元)'), cell('已退金额(元)')]).toEqual([order['orderNo'], '60', '30'])
  const shown = front(page).locator('tbody tr[data-row-key]')
  for (const title of ['订单号', '商品', '订单状态', '学生姓名', '售后状态', '快递单号'])
    await expect(shown).toContainText(cell(title) ?? '')
  // The two that were tried and refused above.
  expect(complaints.filter((one) => !one.includes('409 (Conflict)'))).toEqual([])
})
