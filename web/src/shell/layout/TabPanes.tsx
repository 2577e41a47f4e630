import { Activity, Suspense, useEffect, useMemo, useRef } from 'react'
import { useLocation } from 'react-router'
import { menu as declared } from '../../platform/declared/declared.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useSession } from '../../platform/session/store.ts'
import { type Tab, dropTabs, keepAlive, useTabs, visitTab } from '../../platform/tabs/store.ts'
import { ScreenTitle, TabKey } from '../../platform/tabs/tab.ts'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { resolveScreen } from '../screens/resolve.ts'
import { useProductName } from '../Brand.tsx'
import { Screen } from '../screens/Screen.tsx'
import { TabBoundary } from './TabBoundary.tsx'
import { useContentFocus } from './use-content-focus.ts'
import { useKeptScroll } from './use-kept-scroll.ts'

/** All open screens; those behind the front one are kept alive but rest. */
export function TabPanes() {
  const t = useT()
  const productName = useProductName()
  const { pathname, search } = useLocation()
  const granted = useSession((session) => session.granted)
  const tabs = useTabs((state) => state.tabs)
  const resolved = useMemo(() => resolveScreen(pathname, declared, granted), [pathname, granted])
  const { title, target, isTabless = false } = resolved
  const turns = useTabs((state) => state.turns)
  const isDirty = useTabs((state) => state.dirty.has(pathname))
  const isScreen = !['none', 'refused', 'refresh'].includes(target.kind)
  const front = tabs.find((tab) => tab.path === pathname)

  useEffect(() => {
    if (isScreen && (!isTabless || isDirty)) visitTab({ path: pathname, search, title })
  }, [isScreen, isTabless, isDirty, pathname, search, title])
  useTabWhileDirty(pathname, isTabless)
  useEffect(() => {
    document.title = `${t(front?.title ?? title)} · ${productName}`
  }, [front, title, t, productName])

  useContentFocus(pathname)

  // Tabs of the last visit are drawn when they are first looked at; those not looked at longest rest.
  const alive = useRef<string[]>([])
  if (isScreen) alive.current = keepAlive(openOf(alive.current, tabs), pathname, useTabs.getState().dirty)
  const isGone = target.kind === 'none' || target.kind === 'refused'
  if (isGone) return <Screen target={target} />
  const own = isTabless && !front ? [{ path: pathname, search, title }] : []
  const panes = [...tabs.filter((tab) => alive.current.includes(tab.path)), ...own].map((tab) => (
    <Pane key={`${tab.path} ${turns[tab.path] ?? 0}`} tab={tab} isFront={tab.path === pathname} />
  ))
  return isScreen ? panes : [...panes, <Screen key="refresh" target={target} />]
}

/** Closed tabs take no place among those kept alive. */
function openOf(alive: string[], tabs: Tab[]): string[] {
  return alive.filter((path) => tabs.some((tab) => tab.path === path))
}

/** A screen without a tab has one while it is unsaved: it is left without a loss, and its tab goes once it was left saved. */
function useTabWhileDirty(path: string, isTabless: boolean): void {
  useEffect(() => {
    if (!isTabless) return
    return () => {
      if (!useTabs.getState().dirty.has(path)) dropTabs([path])
    }
  }, [path, isTabless])
}

function Pane({ tab, isFront }: { tab: Tab; isFront: boolean }) {
  const granted = useSession((session) => session.granted)
  const { title, target } = useMemo(() => resolveScreen(tab.path, declared, granted), [tab.path, granted])
  const pane = useRef<HTMLDivElement>(null)
  useKeptScroll(pane, isFront)
  return (
    <TabKey value={tab.path}>
      <ScreenTitle value={title}>
        <Activity mode={isFront ? 'visible' : 'hidden'}>
          <div className="layout-pane" ref={pane}>
            <TabBoundary>
              <Suspense fallback={<Skeleton />}>
                <Screen target={target} />
              </Suspense>
            </TabBoundary>
          </div>
        </Activity>
      </ScreenTitle>
    </TabKey>
  )
}
