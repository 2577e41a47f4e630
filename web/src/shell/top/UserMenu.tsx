import {
  BugOutlined,
  ClearOutlined,
  DashboardOutlined,
  FullscreenExitOutlined,
  FullscreenOutlined,
  IdcardOutlined,
  LockOutlined,
  LogoutOutlined,
  MoonOutlined,
  SkinOutlined,
  SunOutlined,
  TranslationOutlined,
} from '@ant-design/icons'
import { Dropdown, type MenuProps } from 'antd'
import { type ComponentType, type LazyExoticComponent, Suspense, lazy, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { currentLanguage, setLanguage, t, useT } from '../../platform/i18n/i18n.ts'
import { signOut } from '../../platform/session/session.ts'
import { useSession } from '../../platform/session/store.ts'
import { resetTabs } from '../../platform/tabs/store.ts'
import { setTheme, useTheme } from '../../platform/theme/theme.ts'
import { confirmBox } from '../../platform/ui/confirm.ts'
import { clearCache } from '../clear-cache.ts'
import { useErrorLog } from '../error-log.ts'
import { lockAgain } from '../lock/lock.ts'
import './user-menu.css'

/** Windows the menu opens. */
const DIALOGS = {
  theme: lazy(async () => ({ default: (await import('./ThemeDialog.tsx')).ThemeDialog })),
  lock: lazy(async () => ({ default: (await import('../lock/LockDialog.tsx')).LockDialog })),
  log: lazy(async () => ({ default: (await import('./ErrorLogDialog.tsx')).ErrorLogDialog })),
} satisfies Record<string, LazyExoticComponent<ComponentType<{ onClose: () => void }>>>

/** Who one is, how the product looks, and the way out. */
export function UserMenu() {
  useT()
  const user = useSession((session) => session.user)
  const [dialog, setDialog] = useState<keyof typeof DIALOGS>()
  const button = useRef<HTMLButtonElement>(null)
  const menu = useUserMenu(setDialog)
  const Dialog = dialog && DIALOGS[dialog]
  const name = user?.name ?? ''

  function close(): void {
    setDialog(undefined)
    // After the window has gone: going, it would give the focus to the entry that opened it, which is gone too.
    setTimeout(() => button.current?.focus())
  }

  return (
    <>
      <Dropdown autoFocus menu={menu} trigger={['click']} placement="bottomRight">
        <button ref={button} type="button" className="user-button" aria-label={t('用户菜单')}>
          <Avatar name={name} picture={user?.avatar} />
          <span className="user-name">{name}</span>
        </button>
      </Dropdown>
      <Suspense>{Dialog && <Dialog onClose={close} />}</Suspense>
    </>
  )
}

function useUserMenu(open: (dialog: keyof typeof DIALOGS) => void): MenuProps {
  const navigate = useNavigate()
  const faults = useErrorLog((log) => log.entries.length)
  const isDark = useTheme((theme) => theme.isDark)
  const isFull = useFullScreen()
  const run: Record<string, () => unknown> = {
    dashboard: () => navigate('/wel/dashboard'),
    info: () => navigate('/info/index'),
    theme: () => open('theme'),
    mode: () => setTheme({ isDark: !isDark }),
    language: () => setLanguage(currentLanguage() === 'zh' ? 'en' : 'zh'),
    full: () => (isFull ? document.exitFullscreen() : document.documentElement.requestFullscreen()),
    log: () => open('log'),
    cache: clearCache,
    lock: () => lockAgain() || open('lock'),
    leave,
  }
  return {
    items: [
      { key: 'who', type: 'group', label: <Who /> },
      { key: 'dashboard', icon: <DashboardOutlined />, label: t('控制台') },
      { key: 'info', icon: <IdcardOutlined />, label: t('个人信息') },
      { type: 'divider' },
      { key: 'theme', icon: <SkinOutlined />, label: t('主题') },
      { key: 'mode', icon: isDark ? <SunOutlined /> : <MoonOutlined />, label: t(isDark ? '浅色' : '深色') },
      { key: 'language', icon: <TranslationOutlined />, label: currentLanguage() === 'zh' ? 'English' : '中文' },
      {
        key: 'full',
        icon: isFull ? <FullscreenExitOutlined /> : <FullscreenOutlined />,
        label: t(isFull ? '退出全屏' : '全屏'),
      },
      { type: 'divider' },
      { key: 'log', icon: <BugOutlined />, label: `${t('错误日志')}${faults ? ` (${Math.min(faults, 99)})` : ''}` },
      { key: 'cache', icon: <ClearOutlined />, label: t('清除缓存') },
      { key: 'lock', icon: <LockOutlined />, label: t('锁屏') },
      { type: 'divider' },
      { key: 'leave', icon: <LogoutOutlined />, label: t('退出登录') },
    ],
    onClick: ({ key }) => void run[key]?.(),
  }
}

function useFullScreen(): boolean {
  const [isFull, setFull] = useState(false)
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', look)
    return () => document.removeEventListener('fullscreenchange', look)
  }, [])
  return isFull
}

function Who() {
  const user = useSession((session) => session.user)
  return (
    <div className="user-who">
      <b>{user?.name}</b>
      <span>{[user?.account, user?.deptName].filter(Boolean).join(' · ')}</span>
    </div>
  )
}

/** The picture, or the last character of the name: the given name is what people are told apart by. */
function Avatar({ name, picture }: { name: string; picture: string | undefined }) {
  return <span className="user-avatar">{picture ? <img src={picture} alt="" /> : name.slice(-1)}</span>
}

async function leave(): Promise<void> {
  if (!(await confirmBox(t('是否退出系统?')))) return
  await signOut().catch(() => undefined)
  resetTabs()
}
