// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { currentLanguage, formatMoment, formatNumber, setLanguage, startLanguage, t, useT } from './i18n.ts'

afterEach(async () => {
  cleanup()
  await setLanguage('zh')
})

test('Chinese is the text itself, slots are filled', () => {
  expect(t('登录')).toBe('登录')
  expect(t('关闭{title}', { title: '首页' })).toBe('关闭首页')
  expect(t('{a}和{b}', { a: 1 })).toBe('1和{b}')
})

test('English is looked up by the Chinese text; what has none stays Chinese', async () => {
  await setLanguage('en')
  expect(t('登录')).toBe('Sign in')
  expect(t('没有译文的词')).toBe('没有译文的词')
  expect(document.documentElement.lang).toBe('en')
  expect(formatNumber(1234.5, 1)).toBe('1,234.5')
})

test('the choice is kept for the next visit', async () => {
  await setLanguage('en')
  await startLanguage()
  expect(currentLanguage()).toBe('en')
})

test('components are drawn again when the language changes', async () => {
  function Word() {
    return <b>{useT()('密码')}</b>
  }
  render(<Word />)
  expect(screen.getByText('密码')).toBeTruthy()
  await act(() => setLanguage('en'))
  expect(screen.getByText('Password')).toBeTruthy()
})

test('a moment of this year is shown without the year', () => {
  const now = new Date('2026-11-21T08:00:00')
  expect(formatMoment('2026-11-20 10:00:05', now)).toBe('11-20 10:00')
  expect(formatMoment('2025-11-20 10:00:05', now)).toBe('2025-11-20 10:00')
})
