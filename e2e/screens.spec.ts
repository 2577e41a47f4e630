import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { AxeBuilder } from '@axe-core/playwright'
import { type Page, expect, test } from '@playwright/test'
import { menu } from '../contract/src/menu.ts'
import type { MenuNode } from '../contract/src/kit/domain.ts'
import { dress, listenForComplaints } from './support/page.ts'
import { type Account, signIn } from './support/people.ts'

const FOLDER = fileURLToPath(new URL('../test-results/screens/', import.meta.url))
/** Everything in four looks as the administrator; what a teacher is offered in one. */
const LOOKS = [
  { name: 'light-zh-1366', isDark: false, language: 'zh' as const, width: 1366, height: 800 },
  { name: 'dark-en-1366', isDark: true, language: 'en' as const, width: 1366, height: 800 },
  { name: 'dark-zh-390', isDark: true, language: 'zh' as const, width: 390, height: 844 },
  { name: 'light-en-390', isDark: false, language: 'en' as const, width: 390, height: 844 },
]
/** Faults of these weights fail a screen. */
const SERIOUS = new Set(['serious', 'critical'])
const SETTLE_MS = 400

test.describe.configure({ mode: 'parallel' })

/** Paths of all screens in the order of the menu. */
function pathsOf(nodes: MenuNode[]): string[] {
  return nodes.flatMap((node) => (node.children ? pathsOf(node.children) : [node.path]))
}

/** The screens this account is offered. */
async function offered(page: Page): Promise<string[]> {
  const items = await page.evaluate(async () => {
    const { token } = JSON.parse(localStorage.getItem('xueheng-session') ?? '{}').content
    const answer = await fetch('/api/blade-system/menu/routes', { headers: { 'Blade-Auth': token } })
    return JSON.stringify((await answer.json()).data)
  })
  return ['/wel/index', ...pathsOf(menu).filter((path) => items.includes(`"path":"${path}"`))]
}

async function settle(page: Page): Promise<void> {
  await expect(page.locator('.layout-pane:visible [role=status][aria-label]')).toHaveCount(0)
  await page.waitForTimeout(SETTLE_MS)
}

async function seriousFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze()
  return violations
    .filter((fault) => SERIOUS.has(fault.impact ?? ''))
    .map(
      (fault) =>
        `${fault.id}: ${fault.nodes
          .slice(0, 3)
          .map((node) => node.target.join(' '))
          .join(' | ')}`,
    )
}

for (const account of ['admin', 'teacher'] satisfies Account[]) {
  for (const look of account === 'admin' ? LOOKS : LOOKS.slice(-1)) {
    test(`every screen opens for ${account}, ${look.name}`, async ({ page }) => {
      test.setTimeout(300_000)
      mkdirSync(FOLDER, { recursive: true })
      await page.setViewportSize({ width: look.width, height: look.height })
      await dress(page, look)
      const complaints = listenForComplaints(page)
      await signIn(page, account)
      const faults: string[] = []
      for (const path of await offered(page)) {
        await page.goto(path)
        await settle(page)
        expect.soft(page.url(), path).toContain(path)
        await expect.soft(page.locator('.layout-pane:visible').getByRole('heading').first(), path).toBeVisible()
        await page.screenshot({
          path: `${FOLDER}${account}-${look.name}-${path.split('/').filter(Boolean).join('-')}.png`,
        })
        for (const fault of await seriousFaults(page)) faults.push(`${path} ${fault}`)
      }
      expect.soft(complaints).toEqual([])
      expect.soft(faults).toEqual([])
    })
  }
}
