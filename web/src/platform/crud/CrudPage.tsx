import { type ComponentType, type ReactNode, useContext } from 'react'
import { useT } from '../i18n/i18n.ts'
import { useScreenTitle } from '../tabs/tab.ts'
import { IsFramed } from '../ui/frame.ts'
import { PageFrame } from '../ui/PageFrame.tsx'
import { ListForm } from './EntityDialog.tsx'
import { ListRows } from './ListRows.tsx'
import { ListSearch } from './ListSearch.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import { ListContext, type ListOptions, useListState } from './use-list.ts'
import './crud.css'
import './crud-dialog.css'
import './crud-phone.css'

export interface CrudPageProps extends ListOptions {
  /** In place of the form drawn from the declaration; takes the list by `useList`. */
  Form?: ComponentType
  /** Toolbar and rows where they are not the standing ones, and what else belongs to the list: dialogs, panels. */
  children?: ReactNode
}

/** List, search and form of an entity, drawn from its declaration. Its parts take what they need by `useList`. */
export function CrudPage({ Form = ListForm, children, ...options }: CrudPageProps) {
  const list = useListState(options)
  return (
    <ListContext value={list}>
      <Frame title={options.entity.title}>
        <div className={list.isFull ? 'crud-full' : 'crud-fill'}>
          <div className="crud">
            <ListSearch />
            <div className="crud-sheet">
              {children ?? (
                <>
                  <ListToolbar />
                  <ListRows />
                </>
              )}
            </div>
            <Form />
          </div>
        </div>
      </Frame>
    </ListContext>
  )
}

/** The page is called what the menu calls it. A list inside a page or a dialog has no frame of its own. */
function Frame({ title, children }: { title: string; children: ReactNode }) {
  const t = useT()
  const screenTitle = useScreenTitle()
  if (useContext(IsFramed)) return children
  return (
    <PageFrame isFilled title={t(screenTitle || title)}>
      {children}
    </PageFrame>
  )
}

export { ListRows } from './ListRows.tsx'
export { ListToolbar } from './ListToolbar.tsx'
export { useList } from './use-list.ts'
export type { RowAction } from './RowActions.tsx'
export type { CrudRow } from './row.ts'
