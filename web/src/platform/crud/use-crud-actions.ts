import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useT } from '../i18n/i18n.ts'
import { useCan } from '../session/session.ts'
import { confirmBox } from '../ui/confirm.ts'
import { message, showError } from '../ui/message.ts'
import { removeRows, saveRow } from './crud-api.ts'
import { type RowAction, actionsWidth } from './RowActions.tsx'
import type { CrudRow } from './row.ts'
import { useExport } from './use-export.ts'
import type { CrudList } from './use-crud-list.ts'
import { type Values, useEntityDialog } from './use-entity-dialog.ts'

export interface CrudActionOptions {
  rowActions?: RowAction[]
  defaults?: Values
  /** Rows that may be edited and deleted, where not all may. */
  isOpen?: (row: CrudRow) => boolean
  /** A line says all there is: there is no detail to look at. */
  isFlat?: boolean
}

const always = (): boolean => true

/** What can be done with the rows of a list, as far as the user holds the rights. */
export function useCrudActions(
  crud: CrudList,
  { rowActions, defaults, isOpen = always, isFlat = false }: CrudActionOptions,
) {
  const { entity, rights } = crud
  const canView = rights.canView && !isFlat
  const t = useT()
  const can = useCan()
  const dialog = useEntityDialog(entity, { defaults })
  const exporting = useExport(crud)

  async function remove(ids: string[]): Promise<void> {
    if (ids.length === 0) return message.warning(t('请选择至少一条数据'))
    if (!(await confirmBox(t('确定将选择数据删除?'), { title: t('提示'), isDanger: true }))) return
    try {
      await removeRows(entity, ids)
      crud.setSelected((old) => old.filter((id) => !ids.includes(id)))
      message.success(t('删除成功'))
      await crud.changed()
    } catch (error) {
      showError(error)
    }
  }

  const saveSwitch = useCallback(
    async (row: CrudRow, name: string, next: number) => {
      await saveRow(entity, { id: row.id, updateTime: row.updateTime, [name]: next })
      await crud.changed()
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the list is made anew each time, its entity is not
    [entity],
  )

  const { tree } = entity
  const standing: RowAction[] = [
    ...(tree && rights.canAdd ? [{ label: '新增下级', run: (row: CrudRow) => dialog.add({ [tree]: row.id }) }] : []),
    ...(canView ? [{ label: '查看', run: dialog.view }] : []),
    ...(rights.canEdit ? [{ label: '编辑', run: dialog.edit, isFor: isOpen }] : []),
    ...(rights.canAdd && entity.screen?.copy !== false ? [{ label: '复制', run: dialog.copy }] : []),
    ...(rights.canDelete
      ? [{ label: '删除', run: (row: CrudRow) => remove([row.id]), danger: true, isFor: isOpen }]
      : []),
  ]
  const all = [...(rowActions ?? []).filter((action) => !action.code || can(action.code)), ...standing]
  const offered = useSteadyActions(all)

  return {
    dialog,
    remove,
    ...exporting,
    canSelect: rights.canDelete,
    open: (row: CrudRow) => void (rights.canEdit && isOpen(row) ? dialog.edit(row) : canView && dialog.view(row)),
    onSwitch: rights.canEdit ? saveSwitch : undefined,
    rowActions: offered,
    actionWidth: all.length === 0 ? 0 : Math.max(entity.screen?.actionWidth ?? 0, actionsWidth(all)),
  }
}

export type CrudActions = ReturnType<typeof useCrudActions>

/** The same function as long as the same actions are offered, so that cells are not drawn anew; each runs as of now. */
function useSteadyActions(all: RowAction[]): (row: CrudRow) => RowAction[] {
  const latest = useRef(all)
  useEffect(() => {
    latest.current = all
  })
  const names = all.map((action) => action.label).join()
  return useMemo(() => {
    const steady = all.map((action, at) => ({
      ...action,
      run: (row: CrudRow) => latest.current[at]?.run(row),
    }))
    return (row) => steady.filter((action) => action.isFor?.(row) ?? true)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- actions are the same while their names are
  }, [names])
}
