// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { words } from '../../locales/en.ts'
import { createEnglish } from './english.ts'
import { currentLanguage, setLanguage, startLanguage, t, useT } from './i18n.ts'

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

test('what the server has filled is translated by its pattern, slots in turn', () => {
  const english = createEnglish(words)
  expect(english('请输入学籍号')).toBe('Enter student code')
  expect(english('该学年县区已存在')).toBe('This school year, area already exists')
  expect(english('当前状态为「已归档」，不能导入')).toBe('Not possible in status “Archived”: Import')
  expect(english('学年不能小于1900')).toBe('School year must not be below 1900')
  expect(english('数学：满分 150，优秀线 127.5，及格线 90，低分线 60')).toBe(
    'Mathematics: full mark 150, excellent 127.5, pass 90, low 60',
  )
  expect(english('干扰项D无效；前27%多选A、B，请检查答案')).toBe(
    'Hardly anybody chose D; Most of the top 27% chose A、B, check the key',
  )
  expect(english('云川市第一中学')).toBeUndefined()
  expect(english('语文、第一中学')).toBeUndefined()
})

test('slots that are words of the product are translated too', async () => {
  await setLanguage('en')
  expect(t('关闭{title}', { title: '首页' })).toBe('Close Home')
})
