import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { Button, Tabs, Tree } from 'antd'
import type { BasicDataNode } from 'antd/es/tree'
import { type Key, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../../platform/action/use-action.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { RefusalNote } from '../../platform/ui/RefusalNote.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import './grant.css'

export interface GrantNode extends BasicDataNode {
  id: string
  title: string
  children?: GrantNode[]
}

/** One tree of things that can be granted, with what is granted now. */
export interface GrantPart {
  key: string
  title: string
  nodes: GrantNode[]
  granted: string[]
}

interface GrantDialogProps {
  title: string
  /** What the dialog is about; its parts are read anew for each. */
  about: string
  load: () => Promise<GrantPart[]>
  /** Told the chosen ids per part. */
  save: (chosen: Record<string, string[]>) => Promise<unknown>
  /** Each node stands for itself: neither those above nor those below follow. */
  isPlain?: boolean
  /** Entity whose lists show what is granted here. */
  changes?: AnyEntity
  onClose: () => void
}

/** Trees with boxes: what is ticked when the dialog is kept is granted, nothing else. */
export function GrantDialog({ title, about, load, save, isPlain = false, changes, onClose }: GrantDialogProps) {
  const t = useT()
  const parts = useQuery({ queryKey: ['grant', about], queryFn: load, staleTime: 0, gcTime: 0 })
  const [changed, setChanged] = useState<Record<string, string[]>>({})
  const saving = useAction(
    () => save(Object.fromEntries((parts.data ?? []).map((part) => [part.key, changed[part.key] ?? part.granted]))),
    { isInline: true, changes: changes ? [changes] : [], onDone: onClose },
  )

  return (
    <AppModal
      open
      title={title}
      width={640}
      okText={t('保存')}
      okButtonProps={{ disabled: !parts.data }}
      confirmLoading={saving.isBusy}
      onOk={() => void saving.run()}
      onCancel={onClose}
    >
      <RefusalNote text={saving.refusal} />
      {parts.error && <ErrorState error={parts.error} onRetry={() => void parts.refetch()} />}
      {parts.isPending && <Skeleton rows={8} />}
      {parts.data && (
        <Tabs
          items={parts.data.map((part) => ({
            key: part.key,
            label: t(part.title),
            children: (
              <GrantTree
                part={part}
                isPlain={isPlain}
                chosen={changed[part.key] ?? part.granted}
                onChange={(ids) => setChanged((old) => ({ ...old, [part.key]: ids }))}
              />
            ),
          }))}
        />
      )}
    </AppModal>
  )
}

interface GrantTreeProps {
  isPlain: boolean
  part: GrantPart
  chosen: string[]
  onChange: (ids: string[]) => void
}

/**
 * Ticking a node ticks everything below it; those above come along, so that what is granted can be reached.
 * A node above whose box is taken away takes everything below it along.
 */
function GrantTree({ part, chosen, isPlain, onChange }: GrantTreeProps) {
  const t = useT()
  const [open, setOpen] = useState<Key[]>([])
  const branches = idsOf(part.nodes, true)
  if (part.nodes.length === 0) return <p className="grant-none">{t('没有可以授权的内容')}</p>
  return (
    <>
      <div className="grant-tools">
        <Button size="small" onClick={() => onChange(idsOf(part.nodes))}>
          {t('全选')}
        </Button>
        <Button size="small" onClick={() => onChange([])}>
          {t('清空')}
        </Button>
        <Button size="small" type="text" onClick={() => setOpen(open.length > 0 ? [] : branches)}>
          {t(open.length > 0 ? '全部收起' : '全部展开')}
        </Button>
        <span className="grant-count">{t('已选 {n} 项', { n: chosen.length })}</span>
      </div>
      <Tree<GrantNode>
        className="grant-tree"
        checkable
        checkStrictly
        treeData={part.nodes}
        fieldNames={{ key: 'id', title: 'title', children: 'children' }}
        titleRender={(node) => t(node.title)}
        expandedKeys={open}
        onExpand={setOpen}
        checkedKeys={chosen}
        onCheck={(_keys, { node, checked }) =>
          onChange(isPlain ? toggled(chosen, node.id, checked) : withNode(part.nodes, chosen, node.id, checked))
        }
      />
    </>
  )
}

function idsOf(nodes: GrantNode[], isBranch = false): string[] {
  return nodes.flatMap((node) => [
    ...(isBranch && !node.children ? [] : [node.id]),
    ...idsOf(node.children ?? [], isBranch),
  ])
}

function toggled(chosen: string[], id: string, isOn: boolean): string[] {
  return isOn ? [...chosen, id] : chosen.filter((one) => one !== id)
}

export function withNode(nodes: GrantNode[], chosen: string[], id: string, isOn: boolean): string[] {
  const way = wayTo(nodes, id)
  const node = way.at(-1)
  const below = node ? idsOf([node]) : []
  if (!isOn) return chosen.filter((one) => !below.includes(one))
  return [...new Set([...chosen, ...way.map((one) => one.id), ...below])]
}

function wayTo(nodes: GrantNode[], id: string): GrantNode[] {
  for (const node of nodes) {
    if (node.id === id) return [node]
    const rest = wayTo(node.children ?? [], id)
    if (rest.length > 0) return [node, ...rest]
  }
  return []
}
