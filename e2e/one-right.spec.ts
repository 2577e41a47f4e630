import { type Page, expect, test } from '@playwright/test'
import { registry } from '../contract/src/index.ts'
import { viewPermission } from '../contract/src/derive/view-permission.ts'
import type { MenuNode } from '../contract/src/kit/domain.ts'
import { LOOKS } from './support/looks.ts'
import { front, listenForComplaints } from './support/page.ts'
import { makeNewcomer, welcome } from './support/one-right.ts'
import { settle } from './support/settle.ts'
import { named, overflowing, screensOf, wear } from './support/tour.ts'

/**
 * A screen of each kind: a list and a tree of rows, rows somebody is to choose a parent for, a report, a page with reviews, a
 * page that is no list, and one of the managing administrator. What every screen asks for and offers to somebody with one
 * right is tested without a browser, in web/src/screens/every-right.test.tsx and server/test/one-right.test.ts.
 */
const SAMPLE = [
  '/system/post',
  '/system/dept',
  '/bigdata/user/schoolAdmin',
  '/bigdata/report/scoreRank',
  '/privacy/requests',
  '/bigdata/exam/import',
  '/tool/code',
]

/** What buttons that change something are called all over the product, beside the words of the menu. */
const CHANGING = ['新增', '新增下级', '编辑', '修改', '复制', '删除', '调整顺序', '初始化班级', '上传']

/** Screens of the managing administrator: the server refuses whoever else is given them. */
const MANAGING = new Set(['/system/client', '/tool/code', '/tool/datasource', '/monitor/ops'])

/** Whether a complaint is the refusal that screen is for. */
function isTheirs(complaint: string): boolean {
  const [address = ''] = complaint.split(': ')
  return complaint.includes('403 (Forbidden)') && MANAGING.has(new URL(address).pathname)
}

/** Titles of the rights of a screen that somebody who may only look does not hold. */
function refusedOn(code: string): string[] {
  const screen = screensOf().find((one) => one.code === code)
  const own = Object.entries(screen?.buttons ?? {}).filter(([right]) => !right.endsWith('_view'))
  return [...CHANGING, ...own.map(([, title]) => title)]
}

// A record of every step of a tour would cost more than the tour.
test.use({ trace: 'off' })

/**
 * Whoever may see one screen only sees it whole, and nothing on it that changes something. The width of the window, the
 * language and the colours do not depend on rights.
 */
async function look(page: Page, screen: MenuNode): Promise<void> {
  await page.goto(screen.path)
  const refused = refusedOn(screen.code)
  const where = `${screen.path} with ${viewPermission(screen, registry)}`
  await settle(page)
  await expect.soft(front(page).getByRole('heading', { level: 1 }).first(), where).toHaveText(named(screen.title))
  const names = await front(page).getByRole('button').allInnerTexts()
  const offered = names.map((one) => one.trim()).filter((one) => refused.includes(one))
  expect.soft(offered, where).toEqual([])
  expect.soft(await overflowing(page), where).toEqual([])
  // Nothing that is still open asks with the rights of the next screen. A picture of the same origin keeps the process of the
  // page, which has the program already; an empty page would end it.
  await page.goto('/favicon.svg')
}

test('a screen of each kind opens for somebody who may see nothing else', async ({ page, browser }) => {
  const admin = await browser.newPage()
  const newcomer = await makeNewcomer(admin)
  await wear(page, LOOKS[0])
  const complaints = listenForComplaints(page)
  await welcome(page, newcomer)
  const screens = screensOf().filter(({ path }) => SAMPLE.includes(path))
  expect(screens).toHaveLength(SAMPLE.length)
  for (const screen of screens) {
    await newcomer.mayOnlySee(screen)
    await look(page, screen)
  }
  expect.soft(complaints.filter((one) => !isTheirs(one))).toEqual([])
  await admin.close()
})
