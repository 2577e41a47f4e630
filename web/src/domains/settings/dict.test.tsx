// @vitest-environment happy-dom
import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { grant, serve, stage } from '../../platform/_stage.tsx'
import { PHONE } from '../../platform/theme/breakpoints.ts'
import { Page } from './dict.page.tsx'

const book = (n: number) => ({
  id: `${n}0`,
  parentId: '0',
  code: `kind${n}`,
  dictKey: '-1',
  dictValue: `类型${n}`,
  sort: n,
  isSealed: 0,
  children: [
    { id: `${n}1`, parentId: `${n}0`, code: `kind${n}`, dictKey: '1', dictValue: `甲${n}`, sort: 1, isSealed: 0 },
  ],
})

beforeEach(() => {
  localStorage.clear()
  grant('dict_view', 'dict_add', 'dict_edit', 'dict_delete')
  const books = Array.from({ length: 12 }, (_none, n) => book(n))
  serve({ list: () => ({ data: books }), dictionary: () => ({ data: [] }) })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

test('dictionaries come ten a page, each with its entries', async () => {
  stage(<Page />)
  expect(await screen.findByText('类型0')).toBeTruthy()
  expect(screen.getByText('类型9')).toBeTruthy()
  expect(screen.queryByText('类型10')).toBeNull()
  expect(screen.getByText('甲0')).toBeTruthy()
})

test('the column of actions is 150 wide', async () => {
  stage(<Page />)
  await screen.findByText('类型0')
  const widths = [...document.querySelectorAll<HTMLElement>('col')].map((column) => column.style.width)
  expect(widths.at(-1)).toBe('150px')
})

test('on a phone an entry says above itself to which dictionary it belongs, and every button has a name', async () => {
  const matchMedia = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => matchMedia(query === PHONE ? 'all' : query))
  stage(<Page />)
  const entry = (await screen.findByText('甲0')).closest('li')
  expect(entry?.textContent).toMatch(/^类型0甲0/)
  const isNamed = (one: HTMLElement) =>
    one.textContent.trim() !== '' || one.title !== '' || one.matches('[aria-label], :has([aria-label])')
  const blank = screen.getAllByRole('button').filter((one) => !isNamed(one))
  expect(blank.map((one) => one.outerHTML)).toEqual([])
})
