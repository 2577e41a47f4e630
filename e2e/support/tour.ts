import { AxeBuilder } from '@axe-core/playwright'
import { type Page, expect } from '@playwright/test'
import type { MenuNode } from '../../contract/src/kit/domain.ts'
import { menu } from '../../contract/src/menu.ts'
import { dress } from './page.ts'
import type { Look } from './looks.ts'

export interface Place {
  path: string
  /** Chinese, as the menu calls it. */
  title: string
}

/** Faults of these weights fail a screen. */
const SERIOUS = new Set(['serious', 'critical'])
const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
/** Only what is wrong is worked out in full. */
const BRIEF = { resultTypes: ['violations' as const] }
const BUSY = '.layout-pane:visible [role=status][aria-label], .ant-spin-spinning:visible, .crud-input-waiting:visible'
const REST_MS = 120

/** Leaves of the menu in its order. */
export function screensOf(nodes: MenuNode[] = menu): MenuNode[] {
  return nodes.flatMap((node) => (node.children ? screensOf(node.children) : [node]))
}

/** Screens everybody has, whatever the menu grants. */
export const FIXED: Place[] = [
  { path: '/wel/index', title: '首页' },
  { path: '/wel/dashboard', title: '控制台' },
  { path: '/info/index', title: '个人信息' },
  { path: '/test/index', title: '测试页' },
]

/** The fixed screens and those this account is offered. */
export async function offered(page: Page): Promise<Place[]> {
  const granted = await page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('xueheng-session') ?? '{}').content
    const answer = await fetch('/api/blade-system/menu/routes', { headers: { 'Blade-Auth': token } })
    return JSON.stringify((await answer.json()).data)
  })
  return [...FIXED, ...screensOf().filter(({ path }) => granted.includes(`"path":"${path}"`))]
}

/** Sets the page up for a look; the next visit has it. */
export async function wear(page: Page, look: Look): Promise<void> {
  await page.setViewportSize({ width: look.width, height: look.height })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await dress(page, look)
}

/** Screens seen since the last load stay in the page; more of them make every look at it slow. */
const MOST_KEPT = 4

/** Shows one screen after the other to `look`. */
export async function tour(
  page: Page,
  places: Place[],
  look: (place: Place, at: number) => Promise<void>,
): Promise<void> {
  for (const [at, place] of places.entries()) {
    if (at % MOST_KEPT === 0) await page.goto(place.path)
    else await goTo(page, place.path)
    await settle(page)
    await look(place, at)
  }
}

/** Goes to a screen within the page that is open, as a click in the menu does: nothing is loaded anew. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const state: unknown = { idx: history.length, key: to, usr: null }
    history.pushState(state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, path)
  await expect(page).toHaveURL((url) => url.pathname === path)
}

/** Waits until the front screen has drawn what it fetched. */
export async function settle(page: Page): Promise<void> {
  for (let times = 0; times < 2; times += 1) {
    await page.waitForTimeout(REST_MS)
    await expect(page.locator(BUSY)).toHaveCount(0)
  }
}

/** What makes the page hard to use for some people. */
export async function seriousFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().options(BRIEF).withTags(RULES).analyze()
  return violations
    .filter((fault) => SERIOUS.has(fault.impact ?? ''))
    .map((fault) => {
      const places = fault.nodes.slice(0, 3).map((node) => node.target.join(' '))
      return `${fault.id}: ${places.join(' | ')}`
    })
}

/** Ids that stand in the page more than once: labels and descriptions would lead to the wrong one. */
export function repeatedIds(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const ids = [...document.querySelectorAll('[id]')].map((element) => element.id)
    return [...new Set(ids.filter((id, at) => id !== '' && ids.indexOf(id) !== at))]
  })
}

/** What sticks out of the window to the right and can be seen by no scrolling of its own. */
export function overflowing(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return []
    const wide = [...document.querySelectorAll('body *')].filter(
      (one) => one.getBoundingClientRect().right > clientWidth + 1,
    )
    return wide.slice(0, 3).map((one) => `${one.tagName}.${one.className} reaches beyond ${clientWidth}px`)
  })
}

/** The heading of a screen the menu calls so; what it has in brackets tells two entries apart and may be missing above the page. */
export function named(title: string): RegExp {
  const [, name = '', brackets = ''] = /^(.*?)(\s?[（(].*)?$/.exec(title) ?? []
  return new RegExp(`^${escaped(name)}(${escaped(brackets)})?$`)
}

function escaped(text: string): string {
  return text.replaceAll(/[()[\]{}.*+?^$|\\]/g, String.raw`\$&`)
}
