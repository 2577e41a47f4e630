import { AxeBuilder } from '@axe-core/playwright'
import { type Page, expect, test } from '@playwright/test'
import type { MenuNode } from '../../contract/src/kit/domain.ts'
import { menu } from '../../contract/src/menu.ts'
import { dress } from './page.ts'
import type { Look } from './looks.ts'
import { countRequests, settle } from './settle.ts'

export interface Place {
  path: string
  /** Chinese, as the menu calls it. */
  title: string
}

/** Faults of these weights fail a screen. */
const SERIOUS = new Set(['serious', 'critical'])
const RULES = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']
/** Asked of the style sheets, which are those of the whole page. */
const OF_THE_PAGE = ['css-orientation-lock']
/** Only what is wrong is worked out in full. */
const BRIEF = { resultTypes: ['violations' as const] }
/** Rows of a table that are gone through; the others are made like them. */
const ROWS = 6
const MORE_ROWS = `tbody tr:nth-child(n+${ROWS + 1})`

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
  countRequests(page)
  await page.setViewportSize({ width: look.width, height: look.height })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await dress(page, look)
}

/**
 * Shows one screen after the other to `look`, all in one page: a load costs more than most screens. What goes wrong on a screen
 * is said under its path, and the tour goes on in a page that is loaded anew.
 */
export async function tour(page: Page, places: Place[], look: (place: Place) => Promise<void>): Promise<void> {
  let isWhole = false
  for (const place of places) {
    const visit = async () => {
      await (isWhole ? goTo(page, place.path) : page.goto(place.path))
      await closeOthers(page)
      await settle(page)
      await look(place)
    }
    // What happens within no step is looked for among all that happened before.
    const wrong = await test.step(place.path, visit).then(() => '', String)
    expect.soft(wrong, `the screen ${place.path}`).toBe('')
    isWhole = !wrong
  }
}

/** Closes the tabs behind the one in front: what they keep makes every look at the page slow. On a phone their bar is folded away. */
export function closeOthers(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const close of document.querySelectorAll<HTMLElement>('.tab-item:not(.is-front) button')) close.click()
  })
}

/** Goes to a screen within the page that is open, as a click in the menu does: nothing is loaded anew. */
export async function goTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    const state: unknown = { idx: history.length, key: to, usr: null }
    history.pushState(state, '', to)
    dispatchEvent(new PopStateEvent('popstate', { state }))
  }, path)
  await expect(page).toHaveURL(({ pathname }) => pathname === path.split('?')[0])
}

/** Kinds of elements that the checker found nothing wrong with, by page. */
const good = new WeakMap<Page, Set<string>>()

/**
 * Kinds of the elements that are shown: tag, classes and colours, whether they have words, a label and what else tells people
 * of them, and what they stand in.
 */
function kindsIn(page: Page, part: string): Promise<string[]> {
  const shown = `${part} *:not(${MORE_ROWS}, ${MORE_ROWS} *)`
  return page.evaluate((selector) => {
    const SAYS = /^(aria-.*|alt|title|for|href|tabindex|disabled|readonly)$/
    // Classes of style sheets have a number of their own in each.
    const faceOf = (one: Element | null) => `${one?.tagName}.${one?.getAttribute('class')?.replaceAll(/css-\S+/g, '')}`
    const kindOf = (one: Element) => {
      const said = one.getAttributeNames().filter((name) => SAYS.test(name) && one.getAttribute(name))
      const { color, backgroundColor } = one instanceof HTMLElement ? one.style : { color: '', backgroundColor: '' }
      const hasText = [...one.childNodes].some(({ nodeName, nodeValue }) => nodeName === '#text' && nodeValue?.trim())
      const labels = one instanceof HTMLInputElement ? one.labels?.length : 0
      const own = ['role', 'type'].map((name) => one.getAttribute(name))
      return [faceOf(one), ...own, ...said, color, backgroundColor, hasText, labels, faceOf(one.parentElement)].join()
    }
    const all = [...document.querySelectorAll(selector)].filter((one) => one.checkVisibility())
    return [...new Set(all.map(kindOf))]
  }, shown)
}

/**
 * What makes the page hard to use for some people: all of it, or what `part` selects. Most screens are put together of the
 * same parts: where all elements are of kinds that were found good on this page, the checker is not asked again.
 */
export async function seriousFaults(page: Page, part?: string): Promise<string[]> {
  const known = good.get(page) ?? new Set()
  const kinds = (await kindsIn(page, part ?? 'body')).filter((kind) => !known.has(kind))
  if (kinds.length === 0) return []
  const faults = await faultsIn(page, part)
  if (faults.length === 0) good.set(page, new Set([...known, ...kinds]))
  return faults
}

/** The checker is handed to a page once and stays until the next load. */
async function faultsIn(page: Page, part?: string): Promise<string[]> {
  const isThere = await page.evaluate(() => 'axe' in window)
  const checker = new AxeBuilder({ page, ...(isThere && { axeSource: ';' }) }).setLegacyMode().options(BRIEF)
  if (part) checker.include(part).disableRules(OF_THE_PAGE)
  const { violations } = await checker.exclude(MORE_ROWS).withTags(RULES).analyze()
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
