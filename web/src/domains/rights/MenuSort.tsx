import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons'
import { menuSort, menuTree } from '@xueheng/contract/domains/rights/menu-row.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Tree } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { type SortNode, movedBefore, movedBy, siblingsOf } from './menu-order.ts'
import './grant.css'

/** Screens are pulled to their place among their neighbours; the keyboard moves the chosen one by Alt and an arrow. */
export function MenuSort({ onClose }: { onClose: () => void }) {
  const t = useT()
  const tree = useQuery({
    queryKey: ['menu-sort'],
    queryFn: () => callApi(menuTree),
    staleTime: 0,
    gcTime: 0,
  })
  const [chosen, choose] = useState<string>()
  const nodes = tree.data ?? []
  const sorting = useAction((ids: string[]) => callApi(menuSort, { ids }), {
    isInline: true,
    done: '',
    changes: [['menu-sort'], { name: 'menu' }],
  })

  function keep(ids: string[] | undefined): void {
    if (ids) void sorting.run(ids)
  }

  function press(event: KeyboardEvent): void {
    const step = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    if (step === 0 || !event.altKey || !chosen) return
    event.preventDefault()
    event.stopPropagation()
    keep(movedBy(nodes, chosen, step))
  }

  return (
    <AppModal open title={t('调整顺序')} width={560} footer={null} onCancel={onClose}>
      <RefusalNote text={sorting.refusal} />
      {tree.error && <ErrorState error={tree.error} onRetry={() => void tree.refetch()} />}
      {tree.isPending && <Skeleton rows={8} />}
      {tree.data && (
        <div onKeyDownCapture={press}>
          <div className="grant-tools">
            <MoveButton step={-1} {...{ nodes, chosen }} onMove={keep} />
            <MoveButton step={1} {...{ nodes, chosen }} onMove={keep} />
            <span className="grant-count">{t('拖动，或选中后按 Alt+↑↓')}</span>
          </div>
          <OrderTree {...{ nodes, chosen }} onChoose={choose} onMove={keep} />
        </div>
      )}
    </AppModal>
  )
}

interface OrderTreeProps {
  nodes: SortNode[]
  chosen: string | undefined
  onChoose: (id: string | undefined) => void
  onMove: (ids: string[] | undefined) => void
}

/** A node may be dropped between its neighbours and nowhere else. */
function OrderTree({ nodes, chosen, onChoose, onMove }: OrderTreeProps) {
  const t = useT()
  return (
    <Tree<SortNode>
      className="grant-tree"
      blockNode
      draggable={{ icon: false }}
      treeData={nodes}
      fieldNames={{ key: 'id', title: 'title', children: 'children' }}
      titleRender={(node) => t(node.title)}
      selectedKeys={chosen ? [chosen] : []}
      onSelect={([key]) => onChoose(key === undefined ? undefined : String(key))}
      allowDrop={({ dragNode, dropNode, dropPosition }) =>
        dropPosition !== 0 && siblingsOf(nodes, dragNode.id).some((one) => one.id === dropNode.id)
      }
      onDrop={({ dragNode, node, dropPosition }) => {
        const place = Number(node.pos.split('-').at(-1))
        onMove(movedBefore(nodes, dragNode.id, node.id, dropPosition > place))
      }}
    />
  )
}

interface MoveButtonProps {
  step: -1 | 1
  nodes: SortNode[]
  chosen: string | undefined
  onMove: (ids: string[]) => void
}

function MoveButton({ step, nodes, chosen, onMove }: MoveButtonProps) {
  const t = useT()
  const ids = chosen ? movedBy(nodes, chosen, step) : undefined
  return (
    <Button
      size="small"
      icon={step < 0 ? <ArrowUpOutlined /> : <ArrowDownOutlined />}
      disabled={!ids}
      onClick={() => ids && onMove(ids)}
    >
      {t(step < 0 ? '上移' : '下移')}
    </Button>
  )
}
