import { waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { SCREENS_BY_PATH, failures, openScreen } from './_screens.tsx'

/** Words for a failed load, and for a server that does not answer. */
const FAULT = /系统出错|加载失败|没有应答/

function brokenPickers(): number {
  return document.querySelectorAll('.ant-select-status-error').length
}

afterEach(() => vi.unstubAllGlobals())

describe.each(SCREENS_BY_PATH)('%s', (_path, target) => {
  test('shows what it is given and asks for declared calls alone', async () => {
    const { server, complaints } = await openScreen(target, 'rows')
    expect(server.faults).toEqual([])
    expect(complaints()).toEqual([])
    expect(failures()).toEqual([])
    expect(document.body.textContent).toMatch(/\S{8}/)
  })

  test('stands without a single row', async () => {
    const { complaints } = await openScreen(target, 'empty')
    expect(complaints()).toEqual([])
    expect(failures()).toEqual([])
  })

  test('says so when nothing can be loaded', async () => {
    const { server, complaints } = await openScreen(target, 'broken')
    expect(complaints()).toEqual([])
    if (server.asked.length === 0) return
    await waitFor(() => expect(FAULT.test(document.body.textContent) || brokenPickers() > 0).toBe(true))
  })
})
