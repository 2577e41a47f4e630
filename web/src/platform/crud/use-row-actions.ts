import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useCan } from '../session/session.ts'
import { saveRow } from './crud-api.ts'
import { type RowAction, actionsWidth } from './RowActions.tsx'
import type { CrudRow } from './row.ts'
import type { List } from './use-list.ts'

interface RowActionOptions {
  actions?: RowAction[]
  isEditable?: (row: CrudRow) => boolean
  isRemovable?: (row: CrudRow) => boolean
  isFlat?: boolean
}

const always = (): boolean => true

/** What can be done with a row, as far as the user holds the rights. */
export function useRowActions(
  list: List,
  { actions = [], isEditable = always, isRemovable, isFlat = false }: RowActionOptions,
) {
  const { entity, layout, rights, dialog, remove } = list
  const canView = rights.canView && !isFlat
  const can = useCan()

  const saveSwitch = useCallback(
    async (row: CrudRow, name: string, next: number) => {
      await saveRow(entity, { id: row.id, updateTime: row.updateTime, [name]: next })
      await list.changed()
    },
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the list is made anew each time, its entity is not
    [entity],
  )

  const { tree } = entity
  const standing: RowAction[] = [
    ...(rights.canEdit ? [{ label: '编辑', run: dialog.edit, isFor: isEditable }] : []),
    ...(canView ? [{ label: '查看', run: dialog.view }] : []),
    ...(tree && rights.canAdd ? [{ label: '新增下级', run: (row: CrudRow) => dialog.add({ [tree]: row.id }) }] : []),
    ...(rights.canAdd && layout.hasCopy ? [{ label: '复制', run: dialog.copy }] : []),
    ...(rights.canDelete
      ? [{ label: '删除', run: (row: CrudRow) => remove([row.id]), danger: true, isFor: isRemovable ?? isEditable }]
      : []),
  ]
  const all = [...actions.filter((action) => !action.code || can(action.code)), ...standing]
  return {
    canSelect: rights.canDelete || layout.hasPicks === true,
    canPick: isRemovable ?? always,
    open: (row: CrudRow) => void (rights.canEdit && isEditable(row) ? dialog.edit(row) : canView && dialog.view(row)),
    onSwitch: rights.canEdit ? saveSwitch : undefined,
    canSwitch: useSteadyCheck(isEditable),
    rowActions: useSteadyActions(all),
    actionWidth: all.length > 0 ? (layout.actionWidth ?? actionsWidth(all)) : 0,
  }
}

export type RowActions = ReturnType<typeof useRowActions>

/** One function for the life of the list, which asks as of now. */
function useSteadyCheck(check: (row: CrudRow) => boolean): (row: CrudRow) => boolean {
  const latest = useRef(check)
  useEffect(() => {
    latest.current = check
  })
  return useCallback((row) => latest.current(row), [])
}

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
