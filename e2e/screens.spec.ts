import { type Page, expect, test } from '@playwright/test'
import { fileName, isSheetWanted, photograph, writeSheet } from './support/contact-sheet.ts'
import { LOOKS, type Look, OPPOSITE, inLook } from './support/looks.ts'
import { listenForComplaints } from './support/page.ts'
import { type Account, signIn } from './support/people.ts'
import { goTo, named, offered, overflowing, repeatedIds, seriousFaults, settle, tour, wear } from './support/tour.ts'

const TOUR_MS = 600_000
const LOCK = '2468'

test.describe.configure({ mode: 'parallel' })
// A record of every step of a tour would cost more than the tour.
test.use({ trace: 'off' })
test.afterAll(writeSheet)

/** Looks at what is in front: nothing beyond the edge, every id once; `isThorough`: nothing hard to see or to reach. */
async function inspect(page: Page, look: Look, name: string, isThorough = true): Promise<void> {
  await photograph(page, look, name)
  expect.soft(await overflowing(page), name).toEqual([])
  expect.soft(await repeatedIds(page), name).toEqual([])
  if (isThorough) expect.soft(await seriousFaults(page), name).toEqual([])
}

/** Each screen is gone through thoroughly in two looks of its four, which have nothing in common. */
function isThorough(look: Look, at: number): boolean {
  const isOuter = look.name === LOOKS[0].name || look.name === LOOKS[3].name
  return isOuter === (at % 2 === 0)
}

/** Everything in every look as the administrator; what a teacher is offered in one. */
for (const account of ['admin', 'teacher'] satisfies Account[]) {
  for (const look of account === 'admin' ? LOOKS : OPPOSITE.slice(-1)) {
    test(`every screen opens for ${account}, ${look.name}`, async ({ page }) => {
      test.setTimeout(TOUR_MS)
      await wear(page, look)
      const complaints = listenForComplaints(page)
      await signIn(page, account)
      await tour(page, await offered(page), async ({ path, title }, at) => {
        const heading = page.locator('.layout-pane:visible').getByRole('heading', { level: 1 }).first()
        await expect.soft(heading, path).toBeVisible()
        if (path !== '/wel/index') await expect.soft(heading, path).toHaveText(named(inLook(look, title)))
        const name = account === 'admin' ? fileName(path) : `${account}-${fileName(path)}`
        await inspect(page, look, name, account !== 'admin' || isThorough(look, at))
      })
      expect.soft(complaints).toEqual([])
    })
  }
}

for (const look of isSheetWanted ? LOOKS : OPPOSITE) {
  test(`the screens without a menu, ${look.name}`, async ({ page }) => {
    test.setTimeout(TOUR_MS)
    await wear(page, look)
    const complaints = listenForComplaints(page)
    await page.goto('/login')
    for (const [at, door] of ['账号密码', '手机号', '第三方系统'].entries()) {
      await page.getByRole('tab', { name: inLook(look, door) }).click()
      await settle(page)
      await inspect(page, look, `login-${at + 1}`)
    }
    await signIn(page, 'admin')
    await goTo(page, '/info/index')
    for (const [at, tab] of ['修改密码', '账号安全'].entries()) {
      await page.getByRole('tab', { name: inLook(look, tab) }).click()
      await settle(page)
      await inspect(page, look, `info-${at + 2}`)
    }
    for (const path of ['/big-screen', '/403', '/404', '/500']) {
      await page.goto(path)
      await expect(page.getByRole('heading').first()).toBeVisible()
      await settle(page)
      await inspect(page, look, fileName(path))
    }
    await page.goto('/wel/index')
    await page.getByRole('button', { name: inLook(look, '用户菜单') }).click()
    await page.getByRole('menuitem', { name: inLook(look, '锁屏') }).click()
    await page.getByRole('dialog').getByLabel(inLook(look, '锁屏密码')).fill(LOCK)
    await inspect(page, look, 'dialog-lock')
    await page
      .getByRole('dialog')
      .getByRole('button', { name: inLook(look, '确定') })
      .click()
    await expect(page).toHaveURL(/\/lock/)
    await inspect(page, look, 'lock')
    expect.soft(complaints).toEqual([])
  })
}
