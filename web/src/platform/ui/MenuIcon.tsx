import { FileTextOutlined } from '@ant-design/icons'
import type { ComponentType } from 'react'
import * as menuIcons from './menu-icons.ts'

const ICONS: Record<string, ComponentType> = menuIcons

export const ICON_NAMES = Object.keys(ICONS)

/** The icon of a menu item by its name; a plain sheet when it has none or an unknown one. */
export function MenuIcon({ name }: { name: string | undefined }) {
  const Icon = ICONS[name ?? ''] ?? FileTextOutlined
  return <Icon />
}
