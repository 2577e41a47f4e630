import { menu } from '@xueheng/contract/menu.ts'
import { expect, test } from 'vitest'
import { pagesByName } from './pages.ts'
import { pageNames } from './resolve.ts'
import { HOME_PAGES, SHELL_PAGES } from './home-pages.ts'

test('a page is named after its domain and its file, wherever in the domain it lies', () => {
  const files = { '../../domains/exam/home/home.page.tsx': 1, '../../domains/workflow/home.page.tsx': 2 }
  expect([...pagesByName(files, [])]).toEqual([
    ['exam/home', 1],
    ['workflow/home', 2],
  ])
})

test('two page files of one name in a domain are refused', () => {
  const files = { '../../domains/exam/a/list.page.tsx': 1, '../../domains/exam/b/list.page.tsx': 2 }
  expect(() => pagesByName(files, [])).toThrow('two page files are called exam/list')
})

test('a page that is named but has no file is refused', () => {
  expect(() => pagesByName({}, ['exam/list'])).toThrow('no page file is called exam/list')
})

test('every page of the menu, of fixed paths and of the start page has its file, and no name is taken twice', () => {
  const files = import.meta.glob('../../domains/**/*.page.tsx')
  expect(() => pagesByName(files, [...pageNames(menu), ...HOME_PAGES, ...Object.values(SHELL_PAGES)])).not.toThrow()
})
