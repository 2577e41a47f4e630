// @vitest-environment happy-dom
import { screen, render, waitFor } from '@testing-library/react'
import { MemoryRouter, useLocation } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { keep } from '../platform/api/storage.ts'
import { Outside } from './Outside.tsx'

beforeEach(() => localStorage.clear())

let place = ''
function Place() {
  const { pathname, search } = useLocation()
  place = pathname + search
  return pathname === '/login' || pathname === '/404' ? null : <Outside back="?back=%2Fx" />
}

async function visit(path: string): Promise<string> {
  render(
    <MemoryRouter initialEntries={[path]}>
      <Place />
    </MemoryRouter>,
  )
  await waitFor(() => expect(place).not.toBe(path))
  return place
}

test('signed out, an unknown address is /404 and a known one waits behind the sign-in', async () => {
  expect(await visit('/no/such/page')).toBe('/404')
  for (const path of [
    '/bigdata/basic/basicSchool',
    '/bigdata/exam/examInfo/12',
    '/info/index',
    '/big-screen',
    '/myiframe/x',
  ]) {
    expect(await visit(path)).toBe('/login?back=%2Fx')
  }
})

test('signed out, an entry that the menu opens to everybody is shown', async () => {
  const url = 'http://localhost/help.html'
  keep('open-items', [
    { id: '1', parentId: '0', code: 'help', name: '帮助', path: url, source: '', meta: { isAuth: false } },
  ])
  render(
    <MemoryRouter initialEntries={[`/myiframe/${encodeURIComponent(url)}`]}>
      <Outside back="" />
    </MemoryRouter>,
  )
  expect((await screen.findByTitle(url)).getAttribute('src')).toBe(url)
})
