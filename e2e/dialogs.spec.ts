import { type Locator, type Page, expect, test } from '@playwright/test'
import { fileName, isSheetWanted, photograph, writeSheet } from './support/contact-sheet.ts'
import { LOOKS, type Look, OPPOSITE, inLook } from './support/looks.ts'
import { front, listenForComplaints } from './support/page.ts'
import { signIn } from './support/people.ts'
import {
  goTo,
  offered,
  overflowing,
  repeatedIds,
  screensOf,
  seriousFaults,
  settle,
  tour,
  wear,
} from './support/tour.ts'

const TOUR_MS = 300_000
/** Screens on which rows may be added. */
const WITH_FORMS = new Set(
  screensOf()
    .filter(({ entity, buttons = {} }) => entity || Object.keys(buttons).some((right) => right.endsWith('_add')))
    .map(({ path }) => path),
)

test.describe.configure({ mode: 'parallel' })
// A record of every step of a tour would cost more than the tour.
test.use({ trace: 'off' })
test.afterAll(writeSheet)

/** Looks at an open dialog: all of it within the window's width, nothing hard to see or to reach. */
async function inspect(page: Page, look: Look, dialog: Locator, name: string): Promise<void> {
  await expect(dialog).toBeVisible()
  await settle(page)
  await photograph(page, look, name)
  const box = await dialog.boundingBox()
  expect.soft(box?.x, `${name}: left edge`).toBeGreaterThanOrEqual(0)
  expect.soft((box?.x ?? 0) + (box?.width ?? 0), `${name}: right edge`).toBeLessThanOrEqual(look.width)
  expect.soft(await overflowing(page), name).toEqual([])
  expect.soft(await repeatedIds(page), name).toEqual([])
  expect.soft(await seriousFaults(page), name).toEqual([])
}

for (const look of isSheetWanted ? LOOKS : OPPOSITE) {
  test(`every form for a new row opens and closes, ${look.name}`, async ({ page }) => {
    test.setTimeout(TOUR_MS)
    await wear(page, look)
    const complaints = listenForComplaints(page)
    await signIn(page, 'admin')
    const places = (await offered(page)).filter(({ path }) => WITH_FORMS.has(path))
    await tour(page, places, async ({ path }) => {
      const add = front(page)
        .getByRole('button', { name: new RegExp(`^(plus )?${inLook(look, '新增')}$`) })
        .filter({ visible: true })
        .first()
      if ((await add.count()) === 0) return
      await add.click()
      const dialog = page.getByRole('dialog')
      await inspect(page, look, dialog, `add-${fileName(path)}`)
      const cancel = dialog.getByRole('button', { name: inLook(look, '取消') })
      // A choice without a form is left by its key.
      if ((await cancel.count()) > 0) await cancel.click()
      else await page.keyboard.press('Escape')
      await expect(dialog, path).toBeHidden()
    })
    expect.soft(complaints).toEqual([])
  })

  test(`what the top bar opens, ${look.name}`, async ({ page }) => {
    await wear(page, look)
    const complaints = listenForComplaints(page)
    await signIn(page, 'admin')
    await goTo(page, '/wel/index')
    const press = (label: string) =>
      page
        .getByRole('banner')
        .getByRole('button', { name: new RegExp(`^${inLook(look, label)}`) })
        .first()
        .click()
    const opened: [string, string, Locator][] = [
      ['theme', '主题', page.getByRole('dialog')],
      ['notices', '消息通知', page.getByRole('region', { name: inLook(look, '消息通知') })],
      ['jobs', '任务中心', page.getByRole('region', { name: inLook(look, '任务中心'), exact: true })],
      ['finder', '搜索', page.getByRole('dialog', { name: inLook(look, '搜索') })],
      ['user-menu', '用户菜单', page.getByRole('menu').last()],
    ]
    for (const [name, label, dialog] of opened) {
      await press(label)
      await inspect(page, look, dialog, `top-${name}`)
      await page.keyboard.press('Escape')
      await expect(dialog, name).toBeHidden()
    }
    expect.soft(complaints).toEqual([])
  })
}
