import { ApartmentOutlined } from '@ant-design/icons'
import { Button, Drawer } from 'antd'
import { type ReactNode, useState } from 'react'
import { useTabSearch } from '../tabs/tab.ts'
import { PageFrame } from '../ui/PageFrame.tsx'
import { usePhone } from './use-phone.ts'
import './tree-list.css'

interface TreeListPageProps {
  title: ReactNode
  /** Actions at the right of the title. */
  extra?: ReactNode
  /** What stands in the tree: 机构, 学校. */
  treeTitle: string
  tree: ReactNode
  /** What is chosen in the tree. */
  chosen: string | undefined
  children: ReactNode
}

/** A tree, and beside it what belongs to its chosen node. On a phone the tree is drawn in from the side until a choice is made. */
export function TreeListPage({ title, extra, treeTitle, tree, chosen, children }: TreeListPageProps) {
  const isPhone = usePhone()
  const [openedAt, setOpenedAt] = useState<{ chosen: string | undefined }>()
  const isOpen = openedAt !== undefined && openedAt.chosen === chosen
  const open = isPhone && (
    <Button icon={<ApartmentOutlined />} onClick={() => setOpenedAt({ chosen })}>
      {treeTitle}
    </Button>
  )
  return (
    <PageFrame
      isFilled
      title={title}
      extra={
        (isPhone || extra) && (
          <>
            {open}
            {extra}
          </>
        )
      }
    >
      <div className="tree-list">
        {isPhone ? (
          <Drawer title={treeTitle} placement="left" open={isOpen} onClose={() => setOpenedAt(undefined)}>
            {tree}
          </Drawer>
        ) : (
          <aside className="tree-list-side" aria-label={treeTitle}>
            {tree}
          </aside>
        )}
        {children}
      </div>
    </PageFrame>
  )
}

/** What is chosen in a tree, by its name in the address; another choice leads to the first page of the list beside it. */
export function useTreeChoice(name: string): [string | undefined, (next: string | undefined) => void] {
  const [search, setSearch] = useTabSearch()
  return [search.get(name) ?? undefined, (next) => setSearch({ [name]: next, current: undefined })]
}
