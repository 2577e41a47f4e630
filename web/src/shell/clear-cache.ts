import { get } from '../platform/api/client.ts'
import { queryClient } from '../platform/api/query.ts'
import { t } from '../platform/i18n/i18n.ts'
import { confirmBox } from '../platform/ui/confirm.ts'
import { message } from '../platform/ui/message.ts'

/** Has the server forget what it remembers of this session, and the browser what it has read. */
export async function clearCache(): Promise<void> {
  if (!(await confirmBox(t('是否需要清除缓存?')))) return
  await get('/api/blade-auth/oauth/clear-cache')
  await queryClient.invalidateQueries()
  message.success(t('清除完毕'))
}
