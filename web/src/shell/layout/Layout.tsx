import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { useT } from '../../platform/i18n/i18n.ts'
import { openTab } from '../../platform/tabs/tab.ts'
import { keep, kept } from '../../platform/api/storage.ts'
import { followChanges } from '../live.ts'
import { SideMenu } from './SideMenu.tsx'
import { TabBar } from './TabBar.tsx'
import { TabPanes } from './TabPanes.tsx'
import { TopBar } from './TopBar.tsx'
import { ViewBanner } from './ViewBanner.tsx'
import { PHONE } from '../../platform/theme/breakpoints.ts'
import './layout.css'

const KEY = 'side-folded'

/** Top bar, side menu, tabs, and the sheet with the screens. */
export function Layout() {
  const t = useT()
  const [isFolded, setFolded] = useState(() => kept<boolean>(KEY) ?? false)
  const [isDrawerOpen, setDrawerOpen] = useState(false)
  const { pathname } = useLocation()

  useEffect(followChanges, [])
  useEffect(() => setDrawerOpen(false), [pathname])
  useEffect(() => {
    if (!isDrawerOpen) return
    const close = (event: KeyboardEvent) => event.key === 'Escape' && setDrawerOpen(false)
    window.addEventListener('keydown', close)
    return () => window.removeEventListener('keydown', close)
  }, [isDrawerOpen])

  function toggle(): void {
    if (window.matchMedia(PHONE).matches) return setDrawerOpen(!isDrawerOpen)
    keep(KEY, !isFolded)
    setFolded(!isFolded)
  }

  return (
    <div className={`layout${isFolded ? ' is-folded' : ''}${isDrawerOpen ? ' has-drawer' : ''}`}>
      <a className="layout-skip" href="#content">
        {t('跳到内容')}
      </a>
      <ViewBanner />
      <SideMenu isFolded={isFolded && !isDrawerOpen} onUnfold={toggle} />
      {isDrawerOpen && (
        <button
          type="button"
          className="layout-shade"
          aria-label={t('收起菜单')}
          onClick={() => setDrawerOpen(false)}
        />
      )}
      <TopBar isFolded={isFolded} onToggle={toggle} onHome={() => openTab('/wel/index')} />
      <TabBar />
      <main id="content" className="layout-content" tabIndex={-1}>
        <TabPanes />
      </main>
    </div>
  )
}
