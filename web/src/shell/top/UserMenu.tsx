import {
  BugOutlined,
  ClearOutlined,
  DashboardOutlined,
  IdcardOutlined,
  LockOutlined,
  LogoutOutlined,
  TranslationOutlined,
} from '@ant-design/icons'
import { Dropdown, type MenuProps } from 'antd'
import { Suspense, lazy, useState } from 'react'
import { useNavigate } from 'react-router'
import { currentLanguage, setLanguage, t, useT } from '../../platform/i18n/i18n.ts'
import { signOut } from '../../platform/session/session.ts'
import { useSession } from '../../platform/session/store.ts'
import { resetTabs } from '../../platform/tabs/store.ts'
import { confirmBox } from '../../platform/ui/confirm.ts'
import { clearCache } from '../clear-cache.ts'
import { useErrorLog } from '../error-log.ts'
import { lockAgain } from '../lock/lock.ts'
import './user-menu.css'

const LockDialog = lazy(async () => ({ default: (await import('../lock/LockDialog.tsx')).LockDialog }))
const ErrorLogDialog = lazy(async () => ({ default: (await import('./ErrorLogDialog.tsx')).ErrorLogDialog }))

export function UserMenu() {
  useT()
  const navigate = useNavigate()
  const user = useSession((session) => session.user)
  const faults = useErrorLog((log) => log.entries.length)
  const [isLogOpen, setLogOpen] = useState(false)
  const [isLockOpen, setLockOpen] = useState(false)
  const name = user?.name ?? ''

  const menu: MenuProps = {
    items: [
      { key: 'who', type: 'group', label: <Who /> },
      { key: 'dashboard', icon: <DashboardOutlined />, label: t('控制台') },
      { key: 'info', icon: <IdcardOutlined />, label: t('个人信息') },
      { key: 'language', icon: <TranslationOutlined />, label: currentLanguage() === 'zh' ? 'English' : '中文' },
      { key: 'log', icon: <BugOutlined />, label: `${t('错误日志')}${faults ? ` (${Math.min(faults, 99)})` : ''}` },
      { key: 'cache', icon: <ClearOutlined />, label: t('清除缓存') },
      { key: 'lock', icon: <LockOutlined />, label: t('锁屏') },
      { type: 'divider' },
      { key: 'leave', icon: <LogoutOutlined />, label: t('退出登录') },
    ],
    onClick: ({ key }) => {
      if (key === 'dashboard') void navigate('/wel/dashboard')
      if (key === 'info') void navigate('/info/index')
      if (key === 'language') void setLanguage(currentLanguage() === 'zh' ? 'en' : 'zh')
      if (key === 'log') setLogOpen(true)
      if (key === 'lock' && !lockAgain()) setLockOpen(true)
      if (key === 'cache') void clearCache()
      if (key === 'leave') void leave()
    },
  }
  return (
    <>
      <Dropdown autoFocus menu={menu} trigger={['click']} placement="bottomRight">
        <button type="button" className="user-button" aria-label={t('用户菜单')}>
          <Avatar name={name} picture={user?.avatar} />
          <span className="user-name">{name}</span>
        </button>
      </Dropdown>
      <Suspense>
        {isLogOpen && <ErrorLogDialog onClose={() => setLogOpen(false)} />}
        {isLockOpen && <LockDialog onClose={() => setLockOpen(false)} />}
      </Suspense>
    </>
  )
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
