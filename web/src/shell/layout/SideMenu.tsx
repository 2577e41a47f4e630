import { DownOutlined } from '@ant-design/icons'
import { useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router'
import { useT } from '../../platform/i18n/i18n.ts'
import { type MenuItem, useSession } from '../../platform/session/store.ts'
import { Brand, useProductName } from '../Brand.tsx'
import { MenuIcon } from '../../platform/ui/MenuIcon.tsx'
import { placeOf } from '../screens/resolve.ts'
import { ancestorsOf, visibleItems } from './menu-tree.ts'
import './side-menu.css'

interface SideMenuProps {
  /** Only icons are shown; a group unfolds the whole side. */
  isFolded: boolean
  onUnfold: () => void
}

/** The menu the server grants, with the way to the present screen open. */
export function SideMenu({ isFolded, onUnfold }: SideMenuProps) {
  const t = useT()
  const productName = useProductName()
  const { pathname } = useLocation()
  const menu = useSession((session) => session.menu)
  const roles = useSession((session) => session.roles)
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set())
  const items = visibleItems(menu, roles)
  const active = ancestorsOf(items, pathname)
  const activeGroup = active.slice(0, -1).join(' ')

  useEffect(() => {
    if (activeGroup) setOpen((old) => new Set([...old, ...activeGroup.split(' ')]))
  }, [activeGroup])

  const nav = useRef<HTMLElement>(null)
  const isWayOpen = active.slice(0, -1).every((id) => open.has(id))
  useEffect(() => {
    nav.current?.querySelector('[aria-current=page]')?.scrollIntoView({ block: 'nearest' })
  }, [pathname, isWayOpen])

  function toggle(id: string): void {
    if (isFolded) onUnfold()
    const next = new Set(open)
    if (isFolded || !next.delete(id)) next.add(id)
    setOpen(next)
  }

  return (
    <aside className="side">
      <Link to="/" className="side-brand" aria-label={productName}>
        <Brand isShort={isFolded} />
      </Link>
      <nav ref={nav} className="side-nav" aria-label={t('主菜单')}>
        <Branch items={items} level={0} open={open} active={active} isFolded={isFolded} onToggle={toggle} />
      </nav>
    </aside>
  )
}

interface BranchProps {
  items: MenuItem[]
  level: number
  open: ReadonlySet<string>
  /** Ids from the root to the present item. */
  active: string[]
  isFolded: boolean
  onToggle: (id: string) => void
}

function Branch({ items, ...rest }: BranchProps) {
  return (
    <ul>
      {items.map((item) => (
        <li key={item.id}>
          {item.children?.length ? <Group item={item} {...rest} /> : <Leaf item={item} {...rest} />}
        </li>
      ))}
    </ul>
  )
}

type NodeProps = Omit<BranchProps, 'items'> & { item: MenuItem }

function Group({ item, ...rest }: NodeProps) {
  const t = useT()
  const { level, open, active, isFolded, onToggle } = rest
  const isOpen = open.has(item.id) && !isFolded
  return (
    <>
      <button
        type="button"
        className={`side-item${active.includes(item.id) ? ' is-on-way' : ''}`}
        aria-expanded={isOpen}
        title={isFolded ? t(item.name) : undefined}
        onClick={() => onToggle(item.id)}
      >
        {level === 0 && <MenuIcon name={item.source} />}
        <span className="side-label">{t(item.name)}</span>
        <DownOutlined className="side-arrow" />
      </button>
      {isOpen && <Branch {...rest} items={item.children ?? []} level={level + 1} />}
    </>
  )
}

function Leaf({ item, level, active, isFolded }: NodeProps) {
  const t = useT()
  const { path, isWindow } = placeOf(item)
  const isActive = active.at(-1) === item.id
  return (
    <Link
      to={path}
      target={isWindow ? '_blank' : undefined}
      rel={isWindow ? 'noopener noreferrer' : undefined}
      className={`side-item${isActive ? ' is-active' : ''}`}
      aria-current={isActive ? 'page' : undefined}
      title={isFolded ? t(item.name) : undefined}
    >
      {level === 0 && <MenuIcon name={item.source} />}
      <span className="side-label">{t(item.name)}</span>
    </Link>
  )
}
