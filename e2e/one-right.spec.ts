import { expect, test } from '@playwright/test'
import { registry } from '../contract/src/index.ts'
import { front, listenForComplaints } from './support/page.ts'
import { makeNewcomer, viewRight, welcome } from './support/one-right.ts'
import { named, screensOf, settle } from './support/tour.ts'

const TOUR_MS = 300_000
const HALVES = 2
/** Names of rows in tables this user may not read are refused; the screen shows their keys and goes on. */
const REFUSED = '403 (Forbidden)'
/** What buttons that change something are called all over the product, beside the words of the menu. */
const CHANGING = ['新增', '新增下级', '编辑', '修改', '复制', '删除', '调整顺序', '初始化班级', '上传']

/** Titles of the rights of a screen that somebody who may only look does not hold. */
function refusedOn(code: string): string[] {
  const screen = screensOf().find((one) => one.code === code)
  const own = Object.entries(screen?.buttons ?? {}).filter(([right]) => !right.endsWith('_view'))
  return [...CHANGING, ...own.map(([, title]) => title)]
}

test.describe.configure({ mode: 'parallel' })
// A record of every step of a tour would cost more than the tour.
test.use({ trace: 'off' })

for (let half = 0; half < HALVES; half += 1) {
  test(`every screen opens for somebody who may see nothing else, part ${half + 1}`, async ({ page, browser }) => {
    test.setTimeout(TOUR_MS)
    const admin = await browser.newPage()
    const newcomer = await makeNewcomer(admin)
    const screens = screensOf(registry.menu).filter((_screen, at) => at % HALVES === half)
    const complaints = listenForComplaints(page)
    await welcome(page, newcomer)
    for (const screen of screens) {
      await newcomer.mayOnlySee(screen)
      await page.goto(screen.path)
      await settle(page)
      const where = `${screen.path} with ${viewRight(screen)}`
      await expect
        .soft(front(page).getByRole('heading', { level: 1 }).first(), where)
        .toHaveText(named(screen.title), { timeout: 4000 })
      const names = await front(page).getByRole('button').allInnerTexts()
      const refused = refusedOn(screen.code)
      expect
        .soft(
          names.filter((name) => refused.includes(name.trim())),
          where,
        )
        .toEqual([])
    }
    expect.soft(complaints.filter((text) => !text.includes(REFUSED))).toEqual([])
    await admin.close()
  })
}
