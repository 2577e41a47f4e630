import { type ViewToken, viewAsEnd, viewAsStart } from '@xueheng/contract/domains/rights/rights.ts'
import { callApi } from '../../platform/api/client.ts'
import { endViewing, updateSession, useSession } from '../../platform/session/store.ts'

/** Looks at the product as another user from now on; the own session waits. Throws `ApiError` when refused. */
export async function startViewing(userId: string): Promise<void> {
  const { token, seconds, account, name } = (await callApi(viewAsStart, { userId })) as ViewToken
  const { viewing, user, ...own } = useSession.getState()
  if (viewing || !user) return
  updateSession({
    token,
    refreshToken: '',
    tokenTime: Date.now(),
    user: { ...user, userId, account, name, avatar: '', roleName: '', deptName: '' },
    viewing: {
      until: Date.now() + seconds * 1000,
      own: { token: own.token, refreshToken: own.refreshToken, tokenTime: own.tokenTime, user },
    },
  })
  window.location.assign('/')
}

/** Ends the view on the server, as far as it answers, and takes the own session up again. */
export async function stopViewing(): Promise<void> {
  try {
    await callApi(viewAsEnd)
  } finally {
    if (endViewing()) window.location.assign('/')
  }
}
