import type { AnyCall, AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { useAction } from '../../platform/action/use-action.ts'
import { post } from '../../platform/api/client.ts'
import type { CrudRow, RowAction } from '../../platform/crud/CrudPage.tsx'

const ENABLED = 2

/** 启用 and 停用 for settings of which one at a time is used. */
export function useEnabling(
  permission: string,
  entity: AnyEntity,
  calls: { enable: AnyCall; disable: AnyCall },
): RowAction[] {
  const setting = useAction((call: AnyCall, row: CrudRow) => post(call.path, { query: { id: row.id } }), {
    changes: [entity],
  })
  const isOn = (row: CrudRow) => row.status === ENABLED
  return [
    { code: permission, label: '启用', run: (row) => setting.run(calls.enable, row), isFor: (row) => !isOn(row) },
    { code: permission, label: '停用', run: (row) => setting.run(calls.disable, row), isFor: isOn },
  ]
}
