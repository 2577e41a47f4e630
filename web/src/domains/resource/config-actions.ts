import type { AnyCall } from '@xueheng/contract/kit/domain.ts'
import { useQueryClient } from '@tanstack/react-query'
import { post } from '../../platform/api/client.ts'
import type { CrudRow, RowAction } from '../../platform/crud/CrudPage.tsx'
import { message, showError } from '../../platform/ui/message.ts'

const ENABLED = 2

/** 启用 and 停用 for settings of which one at a time is used. */
export function useEnabling(permission: string, calls: { enable: AnyCall; disable: AnyCall }): RowAction[] {
  const client = useQueryClient()
  async function run(call: AnyCall, row: CrudRow): Promise<void> {
    try {
      await post(call.path, { query: { id: row.id } })
      message.success('操作成功')
      await client.invalidateQueries()
    } catch (error) {
      showError(error)
    }
  }
  const isOn = (row: CrudRow) => row.status === ENABLED
  return [
    { code: permission, label: '启用', run: (row) => run(calls.enable, row), isFor: (row) => !isOn(row) },
    { code: permission, label: '停用', run: (row) => run(calls.disable, row), isFor: isOn },
  ]
}
