import { screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { serve, stage } from '../../platform/_stage.tsx'
import { VoteResult } from './VoteResult.tsx'

afterEach(() => vi.unstubAllGlobals())

const STANDING = { optionId: '1', title: '朗读者', votes: 1200, place: 1 }

test.each([
  [1, '1200 张票都与投下时一致', 'success'],
  [0, '第 7 张票与投下时不一致', 'error'],
])('a check that answers isIntact %i says "%s" as %s, beside who has how many votes', async (isIntact, text, level) => {
  serve({ result: () => ({ data: [STANDING] }), verify: () => ({ data: { isIntact, text } }) })
  stage(<VoteResult vote={{ id: '9', title: '最美读书人' }} onClose={() => undefined} />)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe(text)
  expect(alert.className).toContain(`ant-alert-${level}`)
  expect([...document.querySelectorAll('tbody td')].map((cell) => cell.textContent)).toEqual(['1', '1,200', '朗读者'])
})

test('where the votes cannot be read it says so in their place', async () => {
  serve({ result: () => ({ code: 500, msg: '系统出错' }), verify: () => ({ data: null }) })
  stage(<VoteResult vote={{ id: '9', title: '最美读书人' }} onClose={() => undefined} />)
  expect(await screen.findByRole('button', { name: '重试' })).toBeTruthy()
  expect(document.querySelector('table')).toBeNull()
})
