import { Tree } from 'antd'
import type { BasicDataNode } from 'antd/es/tree'
import { useQuery } from '@tanstack/react-query'
import { get } from '../../platform/api/client.ts'
import { treeOf } from '../../platform/declared/declared.ts'
import { mayRead } from '../../platform/crud/lookups.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'

interface DeptNode extends BasicDataNode {
  id: string
  title: string
  children?: DeptNode[]
}

interface DeptTreeProps {
  tenantId: string | undefined
  value: string | undefined
  onChange: (id: string | undefined) => void
}

const TREE = treeOf('dept')

/** The departments of a tenant; a second click on the chosen one shows everybody again. */
export function DeptTree({ tenantId, value, onChange }: DeptTreeProps) {
  const t = useT()
  const tree = useQuery({
    queryKey: ['tree', 'dept', tenantId ?? ''],
    queryFn: () => get<DeptNode[]>(TREE.path, { tenantId }),
    enabled: mayRead(TREE),
  })
  if (!mayRead(TREE)) return <p className="users-none">{t('没有查看机构的权限')}</p>
  if (tree.error) return <ErrorState error={tree.error} onRetry={() => void tree.refetch()} />
  if (!tree.data) return <Skeleton rows={6} />
  if (tree.data.length === 0) return <p className="users-none">{t('还没有机构')}</p>
  return (
    <Tree<DeptNode>
      blockNode
      defaultExpandAll
      treeData={tree.data}
      fieldNames={{ key: 'id', title: 'title', children: 'children' }}
      selectedKeys={value ? [value] : []}
      onSelect={([key]) => onChange(key === undefined ? undefined : String(key))}
    />
  )
}
