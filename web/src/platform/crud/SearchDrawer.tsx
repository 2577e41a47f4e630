import { Drawer } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../i18n/i18n.ts'

interface SearchDrawerProps {
  isOpen: boolean
  onClose: () => void
  children: ReactNode
}

/** The search bar of a phone, drawn up from below. */
export function SearchDrawer({ isOpen, onClose, children }: SearchDrawerProps) {
  const t = useT()
  return (
    <Drawer title={t('筛选')} placement="bottom" size="auto" open={isOpen} onClose={onClose}>
      {children}
    </Drawer>
  )
}
