import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { createContext, useContext, useState } from 'react'
import { useAction } from '../action/use-action.ts'
import type { Values } from '../form/values.ts'
import { useT } from '../i18n/i18n.ts'
import { message } from '../ui/message.ts'
import { removeRows } from './crud-api.ts'
import { type ScreenLayout, useLayout } from './layout.ts'
import { useLabels } from './lookups.ts'
import { tableFields } from './row.ts'
import { useColumnMemory } from './use-column-memory.ts'
import { useEntityDialog } from './use-entity-dialog.ts'
import { type RowsOptions, useRows } from './use-rows.ts'

export interface ListOptions extends RowsOptions {
  entity: AnyEntity
  /** What is laid out otherwise than the entity's screen elsewhere. */
  layout?: ScreenLayout | undefined
  /** Sent with, and shown in, every new row. */
  defaults?: Values | undefined
  /** What a new row starts with beside them, asked for when its form is opened. */
  propose?: (() => Promise<Values>) | undefined
}

/** Everything a list of an entity knows and can do; it draws nothing. */
export function useListState({ entity, defaults, propose, ...options }: ListOptions) {
  const layout = { ...useLayout(entity), ...options.layout }
  const t = useT()
  const { isReadOnly, isFedElsewhere, isPagedByRoot, isUndated } = layout
  const rows = useRows(entity, { ...options, isReadOnly, isFedElsewhere, isPagedByRoot, isUndated })
  const fields = tableFields(entity, layout.first)
  const removing = useAction((ids: string[]) => removeRows(entity, ids), {
    confirm: { text: '确定将选择数据删除?', isDanger: true },
    done: '删除成功',
    changes: [entity],
    onDone: (_answer, ids) => rows.setSelected((old) => old.filter((id) => !ids.includes(id))),
  })
  const [isFull, setFull] = useState(false)
  return {
    ...rows,
    layout,
    defaults,
    labels: useLabels(fields),
    memory: useColumnMemory(
      options.source ? `${entity.name}-${options.source.segment}` : entity.name,
      fields,
      layout.aside,
    ),
    /** The form over the list. */
    dialog: useEntityDialog(entity, { defaults, propose }),
    remove: async (ids: string[]): Promise<void> => {
      if (ids.length === 0) message.warning(t('请选择至少一条数据'))
      else await removing.run(ids)
    },
    isFull,
    setFull,
  }
}

export type List = ReturnType<typeof useListState>

export const ListContext = createContext<List | undefined>(undefined)

/** The list a component stands in: its rows, what is picked, its form, and how it is read again. */
export function useList(): List {
  const list = useContext(ListContext)
  if (!list) throw new Error('useList is for components inside a CrudPage')
  return list
}
