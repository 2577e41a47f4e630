import { CloseOutlined, DownOutlined } from '@ant-design/icons'
import { Dropdown, type MenuProps } from 'antd'
import { type DragEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useT } from '../../platform/i18n/i18n.ts'
import { type Tab, HOME, isClosable, moveTab, useTabs } from '../../platform/tabs/store.ts'
import { clearCache } from '../clear-cache.ts'
import { closeAll, closeOthers, closeTabs, refresh } from './close-tabs.ts'
import './tab-bar.css'

/** The open screens; a click leads to where each was left, query and all. */
export function TabBar() {
  const t = useT()
  const { pathname } = useLocation()
  const tabs = useTabs((state) => state.tabs)
  const hasDirty = useTabs((state) => state.dirty.size > 0)
  const actions = useTabActions()
  const drag = useDrag()

  useEffect(() => {
    if (!hasDirty) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [hasDirty])

  return (
    <nav className="tab-bar" aria-label={t('已打开的页面')}>
      <ul>
        {tabs.map((tab) => (
          <Dropdown key={tab.path} autoFocus trigger={['contextMenu']} menu={actions(tab)}>
            <li {...drag(tab.path)}>
              <TabItem tab={tab} isFront={tab.path === pathname} canClose={isClosable(tabs, tab.path)} />
            </li>
          </Dropdown>
        ))}
      </ul>
      <Dropdown autoFocus trigger={['click']} menu={actions(tabs.find((tab) => tab.path === pathname))}>
        <button type="button" className="tab-more" aria-label={t('页面操作')}>
          <DownOutlined />
        </button>
      </Dropdown>
    </nav>
  )
}

/** A tab is pulled to its place; the keyboard moves it with Ctrl+Shift+arrow. */
function useDrag() {
  const tabs = useTabs((state) => state.tabs)
  const [held, setHeld] = useState<string>()
  return (path: string) => ({
    className: held === path ? 'is-held' : undefined,
    draggable: path !== HOME.path,
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.effectAllowed = 'move'
      setHeld(path)
    },
    onDragEnter: () => held && moveTab(held, path),
    onDragOver: (event: DragEvent) => held && event.preventDefault(),
    onDragEnd: () => setHeld(undefined),
    onKeyDown: (event: KeyboardEvent) => {
      const step = event.key === 'ArrowLeft' ? -1 : event.key === 'ArrowRight' ? 1 : 0
      const beside = tabs[tabs.findIndex((tab) => tab.path === path) + step]
      if (step !== 0 && event.ctrlKey && event.shiftKey && beside) moveTab(path, beside.path)
    },
  })
}

interface TabItemProps {
  tab: Tab
  isFront: boolean
  canClose: boolean
}

function TabItem({ tab, isFront, canClose }: TabItemProps) {
  const t = useT()
  const isDirty = useTabs((state) => state.dirty.has(tab.path))
  const item = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isFront) item.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isFront])
  return (
    <div
      ref={item}
      className={`tab-item${isFront ? ' is-front' : ''}`}
      // The middle button closes a tab everywhere else too.
      onAuxClick={(event) => event.button === 1 && canClose && void closeTabs([tab.path])}
    >
      <Link to={tab.path + tab.search} draggable={false} aria-current={isFront ? 'page' : undefined}>
        {isDirty && <i className="tab-dirty" title={t('有未保存的修改')} />}
        {t(tab.title)}
      </Link>
      {canClose && (
        <button
          type="button"
          aria-label={t('关闭{title}', { title: t(tab.title) })}
          onClick={() => void closeTabs([tab.path])}
        >
          <CloseOutlined />
        </button>
      )}
    </div>
  )
}

function useTabActions(): (tab: Tab | undefined) => MenuProps {
  const t = useT()
  const tabs = useTabs((state) => state.tabs)
  return (tab) => ({
    items: [
      { key: 'refresh', label: t('刷新'), disabled: !tab },
      { type: 'divider' },
      { key: 'one', label: t('关闭'), disabled: !tab || !isClosable(tabs, tab.path) },
      { key: 'others', label: t('关闭其他'), disabled: !tab || tabs.length < 2 },
      { key: 'all', label: t('关闭全部') },
      { type: 'divider' },
      { key: 'cache', label: t('清除缓存') },
    ],
    onClick: ({ key }) => {
      if (key === 'cache') void clearCache()
      else if (key === 'refresh' && tab) void refresh(tab)
      else if (key === 'all') void closeAll()
      else if (tab) void (key === 'one' ? closeTabs([tab.path]) : closeOthers(tab.path))
    },
  })
}
