import { menuRow } from '@xueheng/contract/domains/rights/menu-row.ts'
import { type ReactNode, useState } from 'react'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import './rights.css'

const { name, code, alias, path, sort, parentId } = menuRow.fields

/** The screens as a list to choose from; they are looked after on their own page. */
const menus = { ...menuRow, fields: { parentId, name, code, alias, path, sort } }
const CHOICE = { isReadOnly: true, hasExport: false }
const source = { segment: 'lazy-menu-list', isForest: true }

interface ScopePageProps {
  title: string
  /** Right behind the button of each menu. */
  right: string
  children: (menu: CrudRow) => ReactNode
}

/** The menus; 权限配置 opens the scopes of one. */
export function ScopePage({ title, right, children }: ScopePageProps) {
  const t = useT()
  const [chosen, choose] = useState<CrudRow>()
  return (
    <CrudPage entity={menus} layout={CHOICE} source={source}>
      <ListToolbar />
      <ListRows actions={[{ code: right, label: '权限配置', run: choose }]} />
      <AppModal
        open={chosen !== undefined}
        title={`${t(title)} · ${t(String(chosen?.name ?? ''))}`}
        width="min(1100px, 94vw)"
        className="scope-dialog"
        footer={null}
        onCancel={() => choose(undefined)}
      >
        {chosen && children(chosen)}
      </AppModal>
    </CrudPage>
  )
}
