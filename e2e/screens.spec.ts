import { type Locator, type Page, expect, test } from '@playwright/test'
import { fileName, isSheetWanted, photograph, writeSheet } from './support/contact-sheet.ts'
import { LOOKS, type Look, OPPOSITE, inLook } from './support/looks.ts'
import { front, listenForComplaints } from './support/page.ts'
import { comeIn } from './support/people.ts'
import { countNames, hiddenNames } from './support/row-names.ts'
import { settle } from './support/settle.ts'
import {
  type Place,
  named,
  offered,
  overflowing,
  repeatedIds,
  screensOf,
  seriousFaults,
  tour,
  wear,
} from './support/tour.ts'

const HALVES = [0, 1]
const LOCK = '2468'
/** The part of the page a screen fills; menu and top bar are gone through with the first. */
const CONTENT = '#content'
/** Screens on which rows may be added. */
const WITH_FORMS = new Set(
  screensOf()
    .filter(({ entity, buttons = {} }) => entity || Object.keys(buttons).some((right) => right.endsWith('_add')))
    .map(({ path }) => path),
)
/**
 * Two looks have everything that can differ once. A screen is gone through in one of them, and looked at in the width of the
 * other; `npm run contact-sheet` goes through all in all looks.
 */
const SEEN: readonly Look[] = isSheetWanted ? LOOKS : OPPOSITE

test.describe.configure({ mode: 'parallel' })
// A record of every step of a tour would cost more than the tour.
test.use({ trace: 'off' })
test.afterAll(writeSheet)

/** Looks at what is in front: nothing beyond the edge, every id once. */
async function lookOver(page: Page, look: Look, name: string): Promise<void> {
  await photograph(page, look, name)
  expect.soft(await overflowing(page), name).toEqual([])
  expect.soft(await repeatedIds(page), name).toEqual([])
}

/** Looks it over, and at whether anything in `part` is hard to see or to reach. */
async function inspect(page: Page, look: Look, name: string, part?: string): Promise<void> {
  await lookOver(page, look, name)
  expect.soft(await seriousFaults(page, part), name).toEqual([])
}

async function expectHeading(page: Page, look: Look, { path, title }: Place): Promise<void> {
  const heading = front(page).getByRole('heading', { level: 1 }).first()
  await expect.soft(heading, path).toBeVisible()
  if (path !== '/wel/index') await expect.soft(heading, path).toHaveText(named(inLook(look, title)))
}

/** Looks at an open dialog, all of it within the window's width. */
async function inspectDialog(page: Page, look: Look, dialog: Locator, name: string, part?: string): Promise<void> {
  await expect(dialog).toBeVisible()
  await settle(page)
  const box = await dialog.boundingBox()
  expect.soft(box?.x, `${name}: left edge`).toBeGreaterThanOrEqual(0)
  expect.soft((box?.x ?? 0) + (box?.width ?? 0), `${name}: right edge`).toBeLessThanOrEqual(look.width)
  await inspect(page, look, name, part)
}

/** Looks at the screen at a glance in a window as wide as the look: nothing beyond the edge, every row with its name. */
async function glance(page: Page, look: Look, path: string): Promise<number> {
  const where = `${path}, ${look.width} px wide`
  if (page.viewportSize()?.width !== look.width) {
    await page.setViewportSize({ width: look.width, height: look.height })
    await settle(page)
  }
  expect.soft(await overflowing(page), where).toEqual([])
  expect.soft(await hiddenAtRest(page), where).toEqual([])
  return countNames(page)
}

/** A part of the program that is drawn for the first time hides what stood there for a moment: so often it is looked at again. */
const LOOKS_AGAIN = 20

async function hiddenAtRest(page: Page): Promise<string[]> {
  let hidden = await hiddenNames(page)
  for (let again = 0; hidden.length > 0 && again < LOOKS_AGAIN; again += 1) {
    await settle(page)
    hidden = await hiddenNames(page)
  }
  return hidden
}

/** Opens and closes the form for a new row, where the screen offers one. */
async function inspectForm(page: Page, look: Look, path: string): Promise<void> {
  const add = front(page)
    .getByRole('button', { name: new RegExp(`^(plus )?${inLook(look, '新增')}$`) })
    .filter({ visible: true })
    .first()
  if ((await add.count()) === 0) return
  await add.click()
  const dialog = page.getByRole('dialog')
  await inspectDialog(page, look, dialog, `add-${fileName(path)}`, '[role=dialog]')
  const cancel = dialog.getByRole('button', { name: inLook(look, '取消') })
  // A choice without a form is left by its key.
  if ((await cancel.count()) > 0) await cancel.click()
  else await page.keyboard.press('Escape')
  await expect(dialog, path).toBeHidden()
}

for (const [at, look] of SEEN.entries()) {
  const other = SEEN[(at + 1) % SEEN.length] ?? look
  for (const half of HALVES) {
    test(`every screen and its form for a new row, ${look.name}, part ${half + 1}`, async ({ page }) => {
      await wear(page, look)
      const complaints = listenForComplaints(page)
      await comeIn(page, 'admin')
      const parts = isSheetWanted ? HALVES.length : HALVES.length * SEEN.length
      const part = isSheetWanted ? half : half * SEEN.length + at
      const places = (await offered(page)).filter((_place, number) => number % parts === part)
      let names = 0
      const lookAt = async (place: Place) => {
        names += await glance(page, look, place.path)
        await expectHeading(page, look, place)
        await inspect(page, look, fileName(place.path), place === places[0] ? undefined : CONTENT)
        if (WITH_FORMS.has(place.path)) await inspectForm(page, look, place.path)
      }
      await tour(page, places, async (place) => {
        // The window keeps the width of the screen before: it changes once for each.
        const isFirst = page.viewportSize()?.width === look.width
        if (isFirst) await lookAt(place)
        names += await glance(page, other, place.path)
        if (!isFirst) await lookAt(place)
      })
      expect(names).toBeGreaterThan(50)
      expect.soft(complaints).toEqual([])
    })
  }

  test(`what the top bar opens, ${look.name}`, async ({ page }) => {
    await wear(page, look)
    const complaints = listenForComplaints(page)
    await comeIn(page, 'admin')
    const press = (label: string) =>
      page
        .getByRole('banner')
        .getByRole('button', { name: new RegExp(`^${inLook(look, label)}`) })
        .first()
        .click()
    const opened: [string, string, Locator][] = [
      ['notices', '消息通知', page.locator('.notice-panel')],
      ['jobs', '任务中心', page.getByRole('region', { name: inLook(look, '任务中心'), exact: true })],
      ['finder', '搜索', page.getByRole('dialog', { name: inLook(look, '搜索') })],
      ['user-menu', '用户菜单', page.getByRole('menu').last()],
    ]
    for (const [name, label, dialog] of opened) {
      await press(label)
      await inspectDialog(page, look, dialog, `top-${name}`)
      await page.keyboard.press('Escape')
      await expect(dialog, name).toBeHidden()
    }
    await press('用户菜单')
    await page.getByRole('menuitem', { name: inLook(look, '主题') }).click()
    await inspectDialog(page, look, page.getByRole('dialog'), 'top-theme')
    expect.soft(complaints).toEqual([])
  })

  test(`the screens without a menu, ${look.name}`, async ({ page }) => {
    await wear(page, look)
    const complaints = listenForComplaints(page)
    await page.goto('/login')
    for (const [at, door] of ['账号密码', '手机号', '第三方系统'].entries()) {
      await page.getByRole('tab', { name: inLook(look, door) }).click()
      await settle(page)
      await inspect(page, look, `login-${at + 1}`)
    }
    await comeIn(page, 'admin', '/info/index')
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
    await settle(page)
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

/**
 * Everything a teacher is offered, in the look that has least room. What is hard to see or to reach on a screen the tours
 * above have found: a teacher has the same screens with less on them.
 */
test('every screen opens for a teacher', async ({ page }) => {
  const look = OPPOSITE[1] ?? LOOKS[0]
  await wear(page, look)
  const complaints = listenForComplaints(page)
  await comeIn(page, 'teacher')
  await tour(page, await offered(page), async (place) => {
    await expectHeading(page, look, place)
    await lookOver(page, look, `teacher-${fileName(place.path)}`)
  })
  expect.soft(complaints).toEqual([])
})
