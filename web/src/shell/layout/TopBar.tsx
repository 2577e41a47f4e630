import {
  BgColorsOutlined,
  BugOutlined,
  FundProjectionScreenOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  LockOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  MoonOutlined,
  SearchOutlined,
  SkinOutlined,
  SunOutlined,
  TranslationOutlined,
} from '@ant-design/icons'
import { type ReactNode, Suspense, lazy, useEffect, useState } from 'react'
import { setLanguage, useLanguage, useT } from '../../platform/i18n/i18n.ts'
import { setTheme, useTheme } from '../../platform/theme/theme.ts'
import { JobCentre } from '../top/JobCentre.tsx'
import { NoticeBell } from '../top/NoticeBell.tsx'
import { UserMenu } from '../top/UserMenu.tsx'
import { TopMenu } from '../top/TopMenu.tsx'
import { useErrorLog } from '../error-log.ts'
import { lockAgain } from '../lock/lock.ts'
import './top-bar.css'

const ThemeDialog = lazy(async () => ({ default: (await import('../top/ThemeDialog.tsx')).ThemeDialog }))
const ColourPicker = lazy(async () => ({ default: (await import('../top/ColourPicker.tsx')).ColourPicker }))
const ErrorLogDialog = lazy(async () => ({ default: (await import('../top/ErrorLogDialog.tsx')).ErrorLogDialog }))
const LockDialog = lazy(async () => ({ default: (await import('../lock/LockDialog.tsx')).LockDialog }))
const Finder = lazy(async () => ({ default: (await import('../top/Finder.tsx')).Finder }))

interface TopBarProps {
  isFolded: boolean
  onToggle: () => void
  onHome: () => void
}

export function TopBar({ isFolded, onToggle, onHome }: TopBarProps) {
  const t = useT()
  const [dialog, setDialog] = useState<Dialog>()
  const close = () => setDialog(undefined)
  useEffect(() => onFinderKey(() => setDialog('finder')), [])
  return (
    <header className="top">
      <IconButton label={isFolded ? t('展开菜单') : t('收起菜单')} onClick={onToggle}>
        {isFolded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
      </IconButton>
      <TopMenu onHome={onHome} />
      <button type="button" className="top-find" aria-label={t('搜索')} onClick={() => setDialog('finder')}>
        <SearchOutlined />
        <span>{t('搜索')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <NoticeBell />
      <JobCentre />
      <IconButton className="top-wide" label={t('换色')} onClick={() => setDialog('colour')}>
        <BgColorsOutlined />
      </IconButton>
      <ErrorLogButton onClick={() => setDialog('log')} />
      <IconButton className="top-wide" label={t('锁屏')} onClick={() => lockAgain() || setDialog('lock')}>
        <LockOutlined />
      </IconButton>
      <ModeButton />
      <IconButton label={t('主题')} onClick={() => setDialog('theme')}>
        <SkinOutlined />
      </IconButton>
      <LanguageButton />
      <FullScreenButton />
      <a
        className="top-icon top-wide"
        href="/big-screen"
        target="_blank"
        rel="noopener"
        aria-label={t('数据大屏')}
        title={t('数据大屏')}
      >
        <FundProjectionScreenOutlined />
      </a>
      <UserMenu />
      <Suspense>
        {dialog === 'theme' && <ThemeDialog onClose={close} />}
        {dialog === 'colour' && <ColourPicker onClose={close} />}
        {dialog === 'log' && <ErrorLogDialog onClose={close} />}
        {dialog === 'lock' && <LockDialog onClose={close} />}
        {dialog === 'finder' && <Finder onClose={close} />}
      </Suspense>
    </header>
  )
}

type Dialog = 'theme' | 'colour' | 'log' | 'lock' | 'finder'

interface IconButtonProps {
  label: string
  onClick: () => void
  children: ReactNode
  className?: string
}

function IconButton({ label, onClick, children, className = '' }: IconButtonProps) {
  return (
    <button type="button" className={`top-icon ${className}`} aria-label={label} title={label} onClick={onClick}>
      {children}
    </button>
  )
}

const MOST_FAULTS = 99

/** Faults of screens on this computer; the number stops at 99. */
function ErrorLogButton({ onClick }: { onClick: () => void }) {
  const t = useT()
  const faults = useErrorLog((log) => log.entries.length)
  const count = faults > MOST_FAULTS ? `${MOST_FAULTS}+` : String(faults)
  return (
    <IconButton className="top-wide" label={faults ? `${t('错误日志')} ${count}` : t('错误日志')} onClick={onClick}>
      <BugOutlined />
      {faults > 0 && <i className="top-count">{count}</i>}
    </IconButton>
  )
}

function ModeButton() {
  const t = useT()
  const isDark = useTheme((theme) => theme.isDark)
  return (
    <IconButton label={isDark ? t('浅色') : t('深色')} onClick={() => setTheme({ isDark: !isDark })}>
      {isDark ? <SunOutlined /> : <MoonOutlined />}
    </IconButton>
  )
}

function LanguageButton() {
  const language = useLanguage()
  const next = language === 'zh' ? 'en' : 'zh'
  return (
    <IconButton
      label={language === 'zh' ? 'English' : '中文'}
      className="top-wide"
      onClick={() => void setLanguage(next)}
    >
      <TranslationOutlined />
    </IconButton>
  )
}

function FullScreenButton() {
  const t = useT()
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])
  return (
    <IconButton
      label={isFull ? t('退出全屏') : t('全屏')}
      className="top-wide"
      onClick={() => void (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen())}
    >
      {isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />}
    </IconButton>
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
