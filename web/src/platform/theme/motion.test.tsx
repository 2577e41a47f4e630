import { render, screen } from '@testing-library/react'
import { theme } from 'antd'
import { afterEach, expect, test, vi } from 'vitest'
import { AntTheme } from './AntTheme.tsx'

afterEach(() => vi.unstubAllGlobals())

function Motion() {
  return <p>{theme.useToken().token.motion ? 'moves' : 'stands'}</p>
}

test.each([
  [true, 'stands'],
  [false, 'moves'],
])('a system that asks for less motion: %s, so what opens %s', async (matches, word) => {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: matches && query === '(prefers-reduced-motion: reduce)',
    addEventListener() {},
    removeEventListener() {},
    addListener() {},
    removeListener() {},
  }))
  render(
    <AntTheme>
      <Motion />
    </AntTheme>,
  )
  expect(await screen.findByText(word)).toBeTruthy()
})
