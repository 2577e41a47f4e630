import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { useQueries } from '@tanstack/react-query'
import { useState } from 'react'
import { get } from '../api/client.ts'
import { pathOf } from './crud-api.ts'
import type { CrudRow } from './row.ts'

/**
 * The open branches of a tree. Where the entity declares `lazy-list`, each branch is fetched when it is first
 * opened and again whenever the entity's rows change; a search shows all levels and needs no branches.
 */
export function useBranches(entity: AnyEntity, isWhole: boolean) {
  const isLazy = isWhole && entity.actions.includes('lazy-list')
  const [open, setOpen] = useState<string[]>([])
  const branches = useQueries({
    queries: (isLazy ? open : []).map((parentId) => ({
      queryKey: ['crud', entity.name, 'lazy-list', { parentId }],
      queryFn: () => get<CrudRow[]>(pathOf(entity, 'lazy-list'), { parentId }),
      staleTime: 10_000,
    })),
  })

  function withBranches(rows: CrudRow[]): CrudRow[] {
    if (!isLazy) return rows
    return rows.map((row) => {
      if (!row.hasChildren) return row
      return { ...row, children: withBranches(branches[open.indexOf(row.id)]?.data ?? []) }
    })
  }

  return {
    isLazy,
    open,
    rootParams: isLazy ? { parentId: '0' } : {},
    withBranches,
    toggle: (isOpen: boolean, id: string) => setOpen(isOpen ? [...open, id] : open.filter((one) => one !== id)),
    setOpen,
  }
}
