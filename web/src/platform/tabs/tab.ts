import { createContext, useContext, useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { keepValue, markDirty, renameTab, useTabs, visitTab } from './store.ts'

/** Path of the tab a screen lives in. */
export const TabKey = createContext('')

/** What the menu calls the screen of the tab, in Chinese; empty outside of tabs. */
export const ScreenTitle = createContext('')

export function useScreenTitle(): string {
  return useContext(ScreenTitle)
}

export function useTabPath(): string {
  return useContext(TabKey)
}

type SearchChange = Record<string, string | undefined>

/**
 * The query of this tab, frozen while the tab is hidden, and a function that changes the named values (`undefined`
 * removes one). Only what the user chose belongs there. A new history entry is made unless `replace`.
 */
export function useTabSearch(): [URLSearchParams, (next: SearchChange, options?: { replace?: boolean }) => void] {
  const path = useContext(TabKey)
  const location = useLocation()
  const navigate = useNavigate()
  const isFront = location.pathname === path
  const [search, setSearch] = useState(location.search)
  if (isFront && search !== location.search) setSearch(location.search)
  const shown = isFront ? location.search : search

  function change(next: SearchChange, options: { replace?: boolean } = {}): void {
    const isStillFront = window.location.pathname === path
    const text = changedSearch(isStillFront ? window.location.search : shown, next)
    if (isStillFront) void navigate({ pathname: path, search: text }, options)
    else {
      setSearch(text)
      visitTab({ path, search: text, title: '' })
    }
  }
  return [new URLSearchParams(shown), change]
}

/** `?a=1&b=2` with `{a: undefined, c: '3'}` is `?b=2&c=3`. */
export function changedSearch(search: string, next: SearchChange): string {
  const params = new URLSearchParams(search)
  for (const [name, value] of Object.entries(next)) {
    if (value === undefined || value === '') params.delete(name)
    else params.set(name, value)
  }
  const text = params.toString()
  return text && `?${text}`
}

/** Whether the tab is in front. Hiding runs effect cleanups; a layout effect notices before the next paint. */
export function useShown(): boolean {
  const [isShown, setShown] = useState(true)
  useLayoutEffect(() => {
    setShown(true)
    return () => setShown(false)
  }, [])
  return isShown
}

let go: (path: string) => void = (path) => window.location.assign(path)

/** The router tells how to move without loading the page anew. */
export function setNavigator(navigate: (path: string) => void): void {
  go = navigate
}

/** Opens a screen of the product in its tab, or brings that tab to the front. `path` may carry a query. */
export function openTab(path: string): void {
  go(path)
}

/** State that lives as long as the tab, also when the screen inside is exchanged. */
export function useTabState<T>(key: string, initial: T): [T, (next: T | ((old: T) => T)) => void] {
  const path = useContext(TabKey)
  const kept = useTabs((state) => state.values[path]?.[key])
  const value = kept === undefined ? initial : (kept as T)

  function change(next: T | ((old: T) => T)): void {
    const now = useTabs.getState().values[path]?.[key]
    const old = now === undefined ? initial : (now as T)
    keepValue(path, key, typeof next === 'function' ? (next as (old: T) => T)(old) : next)
  }
  return [value, change]
}

/**
 * Says that the tab (the one in front without `path`) holds changes that are not saved: closing it asks first. `part`
 * names who says it, where a screen has several: each speaks for itself.
 */
export function setTabDirty(isDirty: boolean, path: string = window.location.pathname, part = ''): void {
  markDirty(path, isDirty, part)
}

/** Names the tab after what it shows: 高三一模 · 分数线. */
export function useTabTitle(title: string | undefined): void {
  const path = useContext(TabKey)
  useEffect(() => {
    if (title) renameTab(path, title)
  }, [path, title])
}

/** What a hand-written page is given: the path parts behind its menu path. */
export interface PageProps {
  rest: string[]
}
