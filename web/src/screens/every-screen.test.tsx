import { fireEvent, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { SCREENS_BY_PATH, failures, openScreen, settle } from './_screens.tsx'
import type { MadeServer } from './_made-server.ts'
import { nothings } from './_shown.ts'

/** Words for a failed load, and for a server that does not answer. */
const FAULT = /系统出错|加载失败|没有应答/

/** Screens that ask for something, or show one thing that is always there. */
const NO_LIST = [
  '/bigdata/exam/import',
  '/examModel/addModelScoring',
  '/examModel/addModel',
  '/bigdata/basic/rollOver',
  '/portfolio/statics',
  '/seal/signserver/sign',
  '/mpweixin/wxMenu',
  '/flow/deploy',
  '/system/param',
  '/privacy/evidence',
  '/monitor/ops',
  '/info/index',
  '/test/index',
  '/work/process/leave/form/1',
  '/work/process/leave/handle/1/2/3',
  '/work/process/leave/detail/1/2',
]

function brokenPickers(): number {
  return document.querySelectorAll('.ant-select-status-error').length
}

function retries(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>('[role=alert] button')].filter((one) => one.textContent === '重试')
}

/** Tries everything again that failed; what was behind it may fail, too. */
async function retryAll(server: MadeServer): Promise<void> {
  for (let tries = 0; retries().length > 0 && tries < MOST_TRIES; tries += 1) {
    const before = server.asked.length
    fireEvent.click(retries()[0] as HTMLElement)
    await settle(server)
    expect(server.asked.length).toBeGreaterThan(before)
  }
}
const MOST_TRIES = 10

afterEach(() => vi.unstubAllGlobals())

/** What it shows with rows is asked where all of its buttons are pressed, see _shown.ts. */
describe.each(SCREENS_BY_PATH)('%s', (path, target) => {
  test('says so where there is not a single row', async () => {
    const { complaints } = await openScreen(target, 'empty')
    expect(complaints()).toEqual([])
    expect(failures()).toEqual([])
    expect(nothings().length > 0).toBe(!NO_LIST.includes(path))
  })

  test('says so when nothing can be loaded, and loads it when tried again', async () => {
    const { server, complaints } = await openScreen(target, 'broken')
    expect(complaints()).toEqual([])
    if (server.asked.length === 0) return
    await waitFor(() => expect(FAULT.test(document.body.textContent) || brokenPickers() > 0).toBe(true))
    server.mood = 'rows'
    await retryAll(server)
    expect(failures()).toEqual([])
    expect(complaints()).toEqual([])
  })
})
