import { create } from 'zustand'
import { keep, kept } from '../api/storage.ts'

export interface Tab {
  /** Path without query; the key of the tab. */
  path: string
  /** Query the tab was last seen with: `?a=1` or nothing. */
  search: string
  /** Chinese; drawn through `t`. */
  title: string
}

interface Tabs {
  tabs: Tab[]
  /** Paths with changes that are not saved, each with the parts of its screen that hold them. */
  dirty: ReadonlyMap<string, ReadonlySet<string>>
  /** What screens keep per tab beside the query. */
  values: Record<string, Record<string, unknown>>
  /** How often each tab was opened anew; a new number draws it from the start. */
  turns: Record<string, number>
}

export const HOME: Tab = { path: '/wel/index', search: '', title: '首页' }
/** More screens kept alive would cost memory for hours: the one not looked at longest is drawn anew when it is wanted. */
export const MAX_ALIVE = 15

const KEY = 'tabs'

export const useTabs = create<Tabs>(() => ({
  tabs: kept<Tab[]>(KEY, true) ?? [HOME],
  dirty: new Map(),
  values: {},
  turns: {},
}))

/** Opens the tab of a path, or remembers the query of the one that is there. */
export function visitTab(tab: Tab): void {
  const { tabs } = useTabs.getState()
  const known = tabs.find((one) => one.path === tab.path)
  if (!known) setTabs([...tabs, tab])
  else if (known.search !== tab.search)
    setTabs(tabs.map((one) => (one === known ? { ...one, search: tab.search } : one)))
}

/** Draws a tab from the start, with what the server has now. */
export function refreshTab(path: string): void {
  const { turns, values, dirty } = useTabs.getState()
  const { [path]: _forgotten, ...others } = values
  useTabs.setState({
    turns: { ...turns, [path]: (turns[path] ?? 0) + 1 },
    values: others,
    dirty: new Map([...dirty].filter(([one]) => one !== path)),
  })
}

/** Puts a tab where another stands; those between move up. Home stays first. */
export function moveTab(path: string, to: string): void {
  const { tabs } = useTabs.getState()
  const [from, at] = [path, to].map((one) => tabs.findIndex((tab) => tab.path === one)) as [number, number]
  const moved = tabs[from]
  if (!moved || at < 0 || from === at || [path, to].includes(HOME.path)) return
  const rest = tabs.toSpliced(from, 1)
  setTabs(rest.toSpliced(at, 0, moved))
}

export function renameTab(path: string, title: string): void {
  setTabs(useTabs.getState().tabs.map((tab) => (tab.path === path ? { ...tab, title } : tab)))
}

/** Closes tabs with all they kept, but never the last one. */
export function dropTabs(paths: string[]): void {
  const left = useTabs.getState().tabs.filter((tab) => !paths.includes(tab.path))
  setTabs(left.length > 0 ? left : [HOME])
}

/** The tab that comes to the front when `path` closes: the one before it, else the one after. */
export function neighbour(tabs: Tab[], path: string): Tab {
  const at = tabs.findIndex((tab) => tab.path === path)
  return tabs[at - 1] ?? tabs[at + 1] ?? HOME
}

/** The only tab stays, and so does the home tab. */
export function isClosable(tabs: Tab[], path: string): boolean {
  return tabs.length > 1 && path !== HOME.path
}

export function resetTabs(): void {
  useTabs.setState({ dirty: new Map(), values: {} })
  setTabs([HOME])
}

/** One part of a screen says whether it holds something unsaved; the tab is unsaved as long as one of them does. */
export function markDirty(path: string, isDirty: boolean, part = ''): void {
  const { dirty } = useTabs.getState()
  const old = dirty.get(path) ?? new Set()
  if (old.has(part) === isDirty) return
  const parts = new Set(old)
  if (isDirty) parts.add(part)
  else parts.delete(part)
  const next = new Map(dirty)
  if (parts.size > 0) next.set(path, parts)
  else next.delete(path)
  useTabs.setState({ dirty: next })
}

export function keepValue(path: string, key: string, value: unknown): void {
  const { values } = useTabs.getState()
  useTabs.setState({ values: { ...values, [path]: { ...values[path], [key]: value } } })
}

/** Paths of the screens that stay alive when `front` is looked at, the last one looked at last; what is unsaved always does. */
export function keepAlive(alive: string[], front: string, dirty: Pick<ReadonlySet<string>, 'has'>): string[] {
  const next = [...alive.filter((path) => path !== front), front]
  const idle = next.filter((path) => path !== front && !dirty.has(path))
  const gone = idle.slice(0, Math.max(0, next.length - MAX_ALIVE))
  return next.filter((path) => !gone.includes(path))
}

function setTabs(tabs: Tab[]): void {
  const open = new Set(tabs.map((tab) => tab.path))
  const { dirty, values } = useTabs.getState()
  useTabs.setState({
    tabs,
    dirty: new Map([...dirty].filter(([path]) => open.has(path))),
    values: Object.fromEntries(Object.entries(values).filter(([path]) => open.has(path))),
  })
  keep(KEY, tabs, true)
}
