import { onlineKick, onlineUser } from '@xueheng/contract/domains/system/session.ts'
import { useQueryClient } from '@tanstack/react-query'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { confirmBox } from '../../platform/ui/confirm.ts'
import { message, showError } from '../../platform/ui/message.ts'

/** 在线用户: one line per sign-in, each of which can be ended. */
export function Page() {
  const t = useT()
  const client = useQueryClient()

  async function kick(row: CrudRow): Promise<void> {
    if (!(await confirmBox(t('确定将该用户强制下线?'), { isDanger: true }))) return
    try {
      await callApi(onlineKick, { ids: row.id })
      message.success(t('操作成功'))
      await client.invalidateQueries({ queryKey: ['crud', onlineUser.name] })
    } catch (error) {
      showError(error)
    }
  }

  return <CrudPage entity={onlineUser} rowActions={[{ code: 'online_kick', label: '强制下线', run: kick }]} />
}
