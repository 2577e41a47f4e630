import { menuList } from '@xueheng/contract/domains/rights/menu-row.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { get } from '../../platform/api/client.ts'
import type { Labels } from '../../platform/crud/fields/field-view.ts'
import { mayRead } from '../../platform/crud/lookups.ts'
import { useT } from '../../platform/i18n/i18n.ts'

interface MenuBranch {
  code: string
  name: string
  children?: MenuBranch[]
}

/** The menus in their branches. */
export const menusQuery = queryOptions({
  queryKey: ['crud', 'menu', 'codes'],
  queryFn: () => get<MenuBranch[]>(menuList.path),
})

/** Code → name of every menu; nothing is asked for when they are not needed or may not be read. */
export function useMenuLabels(isNeeded: boolean): Labels {
  const t = useT()
  const { data } = useQuery({ ...menusQuery, enabled: isNeeded && mayRead(menuList) })
  return useMemo(() => new Map(flatBranches(data ?? []).map(({ code, name }) => [code, t(name)])), [data, t])
}

function flatBranches(branches: MenuBranch[]): MenuBranch[] {
  return branches.flatMap((branch) => [branch, ...flatBranches(branch.children ?? [])])
}
