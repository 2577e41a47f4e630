import { schoolTree } from '@xueheng/contract/domains/school/basic-school.ts'
import { useQuery } from '@tanstack/react-query'
import { Input, Tree } from 'antd'
import type { BasicDataNode } from 'antd/es/tree'
import { useMemo, useState } from 'react'
import { get } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'

export interface TreeNode extends BasicDataNode {
  id: string
  /** Key of the area, or code of the school. */
  value: string
  title: string
  children?: TreeNode[]
}

const STALE_MS = 300_000

/** 县区 › 学校 as far as the user may see them. */
export function useSchoolTree() {
  const tree = useQuery({
    queryKey: ['tree', 'basicSchool'],
    queryFn: () => get<TreeNode[]>(schoolTree.path),
    staleTime: STALE_MS,
  })
  const schools = useMemo(() => (tree.data ?? []).flatMap((area) => area.children ?? []), [tree.data])
  return { tree, schools }
}

interface SchoolTreeProps {
  value: string | undefined
  onChange: (value: string | undefined) => void
}

export function SchoolTree({ value, onChange }: SchoolTreeProps) {
  const t = useT()
  const { tree } = useSchoolTree()
  const [typed, setTyped] = useState('')
  const [open, setOpen] = useState<string[]>()
  const nodes = useMemo(() => matching(tree.data ?? [], typed), [tree.data, typed])
  if (tree.error) return <ErrorState error={tree.error} onRetry={() => void tree.refetch()} />
  if (!tree.data) return <Skeleton rows={6} />
  const areaOf = tree.data.find((area) => area.children?.some((school) => school.value === value))
  return (
    <>
      <Input.Search
        allowClear
        aria-label={t('查找学校')}
        placeholder={t('查找学校')}
        onChange={(event) => setTyped(event.target.value.trim())}
      />
      <Tree<TreeNode>
        blockNode
        treeData={nodes}
        fieldNames={{ key: 'value', title: 'title', children: 'children' }}
        selectedKeys={value ? [value] : []}
        expandedKeys={typed ? nodes.map((area) => area.value) : (open ?? (areaOf ? [areaOf.value] : []))}
        onExpand={(keys) => setOpen(keys.map(String))}
        onSelect={([key]) => onChange(key === undefined ? undefined : String(key))}
      />
    </>
  )
}

/** Areas with the schools whose name holds the text. */
function matching(areas: TreeNode[], typed: string): TreeNode[] {
  if (!typed) return areas
  return areas
    .map((area) => ({ ...area, children: (area.children ?? []).filter((school) => school.title.includes(typed)) }))
    .filter((area) => area.children.length > 0)
}
