import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { parse } from 'acorn'
import { comeIn } from './support/people.ts'

const ASSETS = join(import.meta.dirname, '../web/dist/assets')

/** The language Chromium 100 speaks. */
const LANGUAGE = { ecmaVersion: 2022, sourceType: 'module' } as const

/** What came to CSS later and would be read as nothing: what is nested, chosen by colour scheme, or scoped. */
const LATER = /[{;}]\s*&|light-dark\(|@starting-style|@scope|field-sizing|oklch\(/

function built(ending: string): [name: string, text: string][] {
  const names = readdirSync(ASSETS).filter((name) => name.endsWith(ending))
  return names.map((name) => [name, readFileSync(join(ASSETS, name), 'utf8')])
}

test('all that is built is written in the language of Chromium 100', () => {
  const scripts = built('.js')
  expect(scripts.length).toBeGreaterThan(50)
  const refused = scripts.filter(([, text]) => {
    try {
      parse(text, LANGUAGE)
      return false
    } catch {
      return true
    }
  })
  expect(refused.map(([name]) => name)).toEqual([])
  const styles = built('.css').filter(([, text]) => LATER.test(text))
  expect(styles.map(([name]) => name)).toEqual([])
})

test('a browser without the newer words of the language shows a list', async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ['toSorted', 'toReversed', 'toSpliced', 'with']) Reflect.deleteProperty(Array.prototype, name)
    Reflect.deleteProperty(AbortSignal, 'timeout')
    Reflect.deleteProperty(AbortSignal, 'any')
    Reflect.deleteProperty(Object, 'groupBy')
    Reflect.deleteProperty(Promise, 'withResolvers')
    Reflect.deleteProperty(URL, 'canParse')
  })
  await comeIn(page, 'exam')
  await page.goto('/bigdata/basic/basicSchool')
  await expect(page.locator('.crud-table tbody tr[data-row-key]').first()).toBeVisible()
})

test('an older browser is told what to use', async ({ page }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(AbortSignal.prototype, 'throwIfAborted')
  })
  await page.goto('/')
  await expect(page.getByRole('heading', { name: '浏览器版本过旧' })).toBeVisible()
  await expect(page.getByText('学衡需要 Chromium 100')).toBeVisible()
})
