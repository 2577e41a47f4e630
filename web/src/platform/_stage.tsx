import '../../test-react.ts'
import { StyleProvider } from '@ant-design/cssinjs'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, configure, fireEvent, getConfig, render, waitFor } from '@testing-library/react'
import { App, ConfigProvider } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { MemoryRouter, useLocation } from 'react-router'
import { afterEach, vi } from 'vitest'
import { updateSession } from './session/store.ts'
import { TabKey } from './tabs/tab.ts'
import { bindDialogs } from './ui/confirm.ts'
import { bindToasts } from './ui/message.ts'

/** The library's own, also where an earlier file of the same process has put ours in its place. */
const NAME = Symbol.for('xueheng.wait')
type Wait = ReturnType<typeof getConfig>['asyncWrapper']
const waitFirst = ((globalThis as { [NAME]?: Wait })[NAME] ??= getConfig().asyncWrapper)

configure({
  /** Machines under load draw slowly, and read what comes when it is wanted more slowly still. */
  asyncUtilTimeout: 30_000,
  /** What is found is used at once: a control that has been drawn, but whose effects have not run yet, would not hear of it. */
  async asyncWrapper(wait) {
    const found = await waitFirst(wait)
    await act(async () => {})
    return found
  },
})

/** The network is the one thing that is not ours: it answers as told and remembers what it was asked. */
export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  body: Record<string, unknown>
}

export type Answer = { data: unknown } | { code: number; msg: string; problems?: { field: string; message: string }[] }

export const asked: Asked[] = []
/** Where the tab under test is. */
export const place = { search: '' }

/** Answers every call by its last path part. */
export function serve(answers: Record<string, (asked: Asked) => Answer | Promise<Answer>>): void {
  asked.length = 0
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const body = init.body ? JSON.parse(String(init.body)) : {}
    const call: Asked = { method: init.method ?? 'GET', path: pathname, query: searchParams, body }
    asked.push(call)
    const segment = pathname.slice(pathname.lastIndexOf('/') + 1)
    const answer = (await answers[segment]?.(call)) ?? { code: 404, msg: '没有这个调用' }
    const text = 'code' in answer ? answer : { code: 200, success: true, msg: '操作成功', ...answer }
    return new Response(JSON.stringify(text), { status: 'code' in answer ? answer.code : 200 })
  })
}

export function callsTo(segment: string): Asked[] {
  return asked.filter((call) => call.path.endsWith(`/${segment}`))
}

export function grant(...codes: string[]): void {
  updateSession({ token: 'token', tokenTime: Date.now() })
  updateSession({ permissions: new Set(codes) })
}

// The page is left before its window goes.
afterEach(cleanup)

/**
 * The variables of the theme are written here, not into the page: whoever looks for something by its role asks whether each
 * element is shown, for which all of them would be worked out for each.
 */
const ASIDE = document.createElement('div')

/** By its key the theme is known again on the next screen. */
const THEME = { zeroRuntime: true, token: { motion: false }, cssVar: { key: 'stage' } }

/** A screen in its tab, with real toasts and confirmations, without motion and style sheets. */
export function stage(screen: ReactNode, search = ''): void {
  cleanup()
  // The router's memory is the address here; the tab asks the window which path is in front.
  window.history.replaceState(null, '', `/screen${search}`)
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <StyleProvider container={ASIDE}>
        <ConfigProvider theme={THEME} button={{ autoInsertSpace: false }}>
          <App>
            <Bound />
            <MemoryRouter initialEntries={[`/screen${search}`]}>
              <Place />
              <TabKey value="/screen">{screen}</TabKey>
            </MemoryRouter>
          </App>
        </ConfigProvider>
      </StyleProvider>
    </QueryClientProvider>,
  )
}

function Bound() {
  const { message, modal } = App.useApp()
  useEffect(() => {
    bindToasts(message)
    bindDialogs(modal)
  }, [message, modal])
  return null
}

function Place() {
  const { search } = useLocation()
  useEffect(() => {
    place.search = search
    window.history.replaceState(null, '', `/screen${search}`)
  }, [search])
  return null
}

/** Chooses an entry of a picker by its words. */
export async function choose(picker: HTMLElement, words: string): Promise<void> {
  fireEvent.mouseDown(picker)
  const option = await waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('.ant-select-item-option')].find(
      (one) => one.textContent === words,
    )
    if (!found) throw new Error(`${words} is not offered`)
    return found
  })
  fireEvent.click(option)
}
