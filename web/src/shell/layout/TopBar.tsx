import {
  BugOutlined,
  FundProjectionScreenOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  SearchOutlined,
} from '@ant-design/icons'
import { Suspense, lazy, useEffect, useState } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { JobCentre } from '../top/JobCentre.tsx'
import { NoticeBell } from '../top/NoticeBell.tsx'
import { UserMenu } from '../top/UserMenu.tsx'
import { TopMenu } from '../top/TopMenu.tsx'
import { useErrorLog } from '../error-log.ts'
import './top-bar.css'

const ErrorLogDialog = lazy(async () => ({ default: (await import('../top/ErrorLogDialog.tsx')).ErrorLogDialog }))
const Finder = lazy(async () => ({ default: (await import('../top/Finder.tsx')).Finder }))

interface TopBarProps {
  isFolded: boolean
  onToggle: () => void
  onHome: () => void
}

/** Search, then what happens meanwhile, each with its name; how the product looks is chosen in the menu of the user. */
export function TopBar({ isFolded, onToggle, onHome }: TopBarProps) {
  const t = useT()
  const [isFinding, setFinding] = useState(false)
  useEffect(() => onFinderKey(() => setFinding(true)), [])
  const fold = isFolded ? t('展开菜单') : t('收起菜单')
  return (
    <header className="top">
      <button type="button" className="top-icon" aria-label={fold} title={fold} onClick={onToggle}>
        {isFolded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
      </button>
      <TopMenu onHome={onHome} />
      <button type="button" className="top-find" aria-label={t('搜索')} onClick={() => setFinding(true)}>
        <SearchOutlined />
        <span>{t('搜索')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <NoticeBell />
      <JobCentre />
      <a className="top-icon top-wide" href="/big-screen" target="_blank" rel="noopener" aria-label={t('数据大屏')}>
        <FundProjectionScreenOutlined />
        <span className="top-name">{t('大屏')}</span>
      </a>
      <ErrorLogButton />
      <UserMenu />
      <Suspense>{isFinding && <Finder onClose={() => setFinding(false)} />}</Suspense>
    </header>
  )
}

const MOST_FAULTS = 99

/** Faults of screens on this computer, while there are any; the number stops at 99. */
function ErrorLogButton() {
  const t = useT()
  const [isOpen, setOpen] = useState(false)
  const faults = useErrorLog((log) => log.entries.length)
  const count = faults > MOST_FAULTS ? `${MOST_FAULTS}+` : String(faults)
  return (
    <>
      {faults > 0 && (
        <button
          type="button"
          className="top-icon top-wide"
          aria-label={`${t('错误日志')} ${count}`}
          onClick={() => setOpen(true)}
        >
          <BugOutlined />
          <span className="top-name">{t('错误')}</span>
          <i className="top-count">{count}</i>
        </button>
      )}
      <Suspense>{isOpen && <ErrorLogDialog onClose={() => setOpen(false)} />}</Suspense>
    </>
  )
}

function onFinderKey(open: () => void): () => void {
  function press(event: KeyboardEvent): void {
    if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    open()
  }
  window.addEventListener('keydown', press)
  return () => window.removeEventListener('keydown', press)
}
