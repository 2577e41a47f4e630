import { menuRow } from '@xueheng/contract/domains/rights/menu-row.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { CrudPage, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { MenuSort } from './MenuSort.tsx'

/** 菜单管理: screens and buttons level by level; 调整顺序 moves them among their neighbours. */
export function Page() {
  const t = useT()
  const can = useCan()
  const [isSorting, setSorting] = useState(false)
  return (
    <CrudPage entity={menuRow}>
      <ListToolbar>{can('menu_edit') && <Button onClick={() => setSorting(true)}>{t('调整顺序')}</Button>}</ListToolbar>
      <ListRows />
      {isSorting && <MenuSort onClose={() => setSorting(false)} />}
    </CrudPage>
  )
}
