import { ROOT_REGION, type RegionNode, regionLazyTree } from '@xueheng/contract/domains/settings/region.ts'
import { useQueries } from '@tanstack/react-query'
import { Tree } from 'antd'
import type { BasicDataNode } from 'antd/es/tree'
import { useState } from 'react'
import { get } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'

interface Node extends BasicDataNode {
  key: string
  title: string
  isLeaf: boolean
  children?: Node[]
}

interface RegionTreeProps {
  value: string | undefined
  onChange: (code: string | undefined) => void
}

/** What the queries of the tree begin with: invalidated when a division is written. */
export const REGION_TREE = 'region-tree'

/** Provinces, and below each what is opened: a level is fetched when somebody looks into it. */
export function RegionTree({ value, onChange }: RegionTreeProps) {
  const t = useT()
  const [open, setOpen] = useState<string[]>(() => (value ? above(value) : []))
  const parents = [ROOT_REGION, ...open]
  const levels = useQueries({
    queries: parents.map((parentCode) => ({
      queryKey: [REGION_TREE, parentCode],
      queryFn: () => get<RegionNode[]>(regionLazyTree.path, { parentCode }),
      staleTime: 300_000,
    })),
  })
  const [top] = levels
  if (top?.error) return <ErrorState error={top.error} onRetry={() => void top.refetch()} />
  if (!top?.data) return <Skeleton rows={10} />
  if (top.data.length === 0) return <Empty title={t('还没有行政区划')} />

  function nodesBelow(parent: string): Node[] | undefined {
    return levels[parents.indexOf(parent)]?.data?.map(({ key, title, hasChildren }) => {
      const children = hasChildren && open.includes(key) ? nodesBelow(key) : undefined
      return { key, title, isLeaf: !hasChildren, ...(children && { children }) }
    })
  }

  return (
    <Tree<Node>
      blockNode
      treeData={nodesBelow(ROOT_REGION) ?? []}
      expandedKeys={open}
      selectedKeys={value ? [value] : []}
      onExpand={(keys) => setOpen(keys.map(String))}
      onSelect={([key]) => onChange(key === undefined ? undefined : String(key))}
    />
  )
}

/** Codes a division stands below: 510104 → 51, 5101. */
function above(code: string): string[] {
  return Array.from({ length: code.length / 2 - 1 }, (_none, at) => code.slice(0, (at + 1) * 2))
}
