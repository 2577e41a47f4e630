import {
  BgColorsOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  MoonOutlined,
  SearchOutlined,
  SunOutlined,
  TranslationOutlined,
} from '@ant-design/icons'
import { type ReactNode, Suspense, lazy, useEffect, useState } from 'react'
import { setLanguage, useLanguage, useT } from '../../platform/i18n/i18n.ts'
import { setTheme, useTheme } from '../../platform/theme/theme.ts'
import { JobCentre } from '../top/JobCentre.tsx'
import { UserMenu } from '../top/UserMenu.tsx'
import { TopMenu } from '../top/TopMenu.tsx'
import './top-bar.css'

const ThemeDialog = lazy(async () => ({ default: (await import('../top/ThemeDialog.tsx')).ThemeDialog }))
const Finder = lazy(async () => ({ default: (await import('../top/Finder.tsx')).Finder }))

interface TopBarProps {
  isFolded: boolean
  onToggle: () => void
  onHome: () => void
}

export function TopBar({ isFolded, onToggle, onHome }: TopBarProps) {
  const t = useT()
  const [dialog, setDialog] = useState<'theme' | 'finder'>()
  useEffect(() => onFinderKey(() => setDialog('finder')), [])
  return (
    <header className="top">
      <IconButton label={isFolded ? t('展开菜单') : t('收起菜单')} onClick={onToggle}>
        {isFolded ? <MenuUnfoldOutlined /> : <MenuFoldOutlined />}
      </IconButton>
      <TopMenu onHome={onHome} />
      <button type="button" className="top-find" onClick={() => setDialog('finder')}>
        <SearchOutlined />
        <span>{t('搜索功能')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <JobCentre />
      <ModeButton />
      <IconButton label={t('主题')} onClick={() => setDialog('theme')}>
        <BgColorsOutlined />
      </IconButton>
      <LanguageButton />
      <FullScreenButton />
      <UserMenu />
      <Suspense>
        {dialog === 'theme' && <ThemeDialog onClose={() => setDialog(undefined)} />}
        {dialog === 'finder' && <Finder onClose={() => setDialog(undefined)} />}
      </Suspense>
    </header>
  )
}

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
