import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { setLanguage } from '../platform/i18n/i18n.ts'
import { PHONE } from '../platform/theme/breakpoints.ts'
import { SCREENS_BY_PATH, failures, openScreen } from './_screens.tsx'

const CHINESE = /[\u4E00-\u9FFF].{0,20}/g

beforeAll(() => setLanguage('en'))
afterEach(() => vi.unstubAllGlobals())
afterAll(() => setLanguage('zh'))

test.each(SCREENS_BY_PATH)('%s speaks English and fits on a phone', async (_path, target) => {
  const unheard = { addEventListener() {}, removeEventListener() {}, addListener() {}, removeListener() {} }
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === PHONE, ...unheard }))
  const { complaints } = await openScreen(target, 'rows')
  expect(complaints()).toEqual([])
  expect(failures()).toEqual([])
  expect(document.body.textContent.match(CHINESE) ?? []).toEqual([])
  const labels = [...document.querySelectorAll('[aria-label], [placeholder], [title]')].flatMap((one) =>
    ['aria-label', 'placeholder', 'title'].flatMap((name) => one.getAttribute(name)?.match(CHINESE) ?? []),
  )
  expect(labels).toEqual([])
})
