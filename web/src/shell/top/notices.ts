import { useQuery, useQueryClient } from '@tanstack/react-query'
import { noticeRead, noticeUnread } from '@xueheng/contract/domains/notices/notice.ts'
import { useEffect, useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { watchEvents } from '../../platform/events/events.ts'

export interface Notice {
  id: string
  title: string
  releaseTime: string
  content: string
  isRead: number
}

/** Key of everything read of the user's notices. */
export const NOTICES_KEY = ['notices']
/** A notice may be written today and released tomorrow: then nobody tells of it. */
const LOOK_MS = 60_000

/** How many notices the user has not read; told anew when one comes. */
export function useUnreadNotices(): number {
  const refresh = useRefresh()
  useEffect(() => watchEvents({ kind: 'notice', onEvent: () => void refresh(), readAll: refresh }), [refresh])
  const { data } = useQuery({
    queryKey: [...NOTICES_KEY, 'unread'],
    queryFn: () => callApi(noticeUnread),
    refetchInterval: LOOK_MS,
  })
  return data?.unread ?? 0
}

/** The notice that is open, and how one is opened: it counts as read from then on. */
export function useOpenNotice() {
  const refresh = useRefresh()
  const [shown, show] = useState<Notice>()

  function open(notice: Notice): void {
    show(notice)
    if (!notice.isRead) void callApi(noticeRead, { id: notice.id }).then(refresh, () => undefined)
  }
  return { shown, open, close: () => show(undefined) }
}

function useRefresh(): () => Promise<void> {
  const client = useQueryClient()
  const [refresh] = useState(() => () => client.invalidateQueries({ queryKey: NOTICES_KEY }))
  return refresh
}
