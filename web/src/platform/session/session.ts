import type { SignInSettings } from '@xueheng/contract/domains/system/auth.ts'
import { get } from '../api/client.ts'
import { judge } from '../api/judge.ts'
import { bodyOf, exchange } from '../api/send.ts'
import { type MenuItem, type UserInfo, clearSession, endViewing, updateSession, useSession } from './store.ts'

export { clearSession, useSession } from './store.ts'
export type { MenuItem, UserInfo } from './store.ts'

export interface Credentials {
  tenantId: string
  account: string
  password: string
  captcha?: { key: string; code: string }
}

interface TokenAnswer {
  access_token: string
  refresh_token: string
  tenant_id: string
  user_id: string
  account: string
  nick_name: string
  real_name: string
  role_name: string
  dept_name?: string
  avatar: string
}

/** Whether the signed-in user holds a permission code. */
export function can(code: string): boolean {
  return useSession.getState().permissions.has(code)
}

/** `can` for components: they are drawn again when the rights change. */
export function useCan(): (code: string) => boolean {
  const permissions = useSession((session) => session.permissions)
  return (code) => permissions.has(code)
}

/** Signs in and keeps the session. Throws `ApiError` with the server's words; nothing is stored then. */
export async function signIn(credentials: Credentials, settings: SignInSettings): Promise<void> {
  const { tenantId, account, password, captcha } = credentials
  const { wirePassword } = await import('./cipher.ts')
  const client = { id: settings.clientId, secret: settings.clientSecret }
  const response = await exchange('POST', '/api/blade-auth/oauth/token', {
    query: {
      tenantId,
      username: account,
      password: wirePassword(password, settings.cipherKey),
      grant_type: captcha ? 'captcha' : 'password',
      scope: 'all',
      type: 'account',
    },
    headers: {
      Authorization: `Basic ${btoa(`${client.id}:${client.secret}`)}`,
      'Tenant-Id': tenantId,
      ...(captcha && { 'Captcha-Key': captcha.key, 'Captcha-Code': captcha.code }),
    },
  })
  const body = await bodyOf(response)
  const answer = judge((body as TokenAnswer).access_token ? 200 : refusedStatus(response), body) as TokenAnswer
  updateSession({
    token: answer.access_token,
    refreshToken: answer.refresh_token,
    tokenTime: Date.now(),
    tenantId: answer.tenant_id || tenantId,
    client,
    user: userOf(answer),
    hasLeft: false,
  })
}

/** Ends the session on the server, as far as it answers, and here in any case. */
export async function signOut(): Promise<void> {
  try {
    await get('/api/blade-auth/oauth/logout')
    // Who leaves from within a view leaves the product: the own session ends as well.
    if (endViewing()) await get('/api/blade-auth/oauth/logout')
  } finally {
    clearSession(true)
  }
}

/** Rights, roles and menus of the signed-in user; the shell waits for them. */
export async function loadRights(): Promise<void> {
  const [info, topMenu, menu, buttons] = await Promise.all([
    get<{ roles?: string[] } | null>('/api/blade-auth/oauth/user-info'),
    get<MenuItem[] | null>('/api/blade-system/menu/top-menu'),
    loadMenu(),
    get<MenuItem[] | null>('/api/blade-system/menu/buttons'),
  ])
  updateSession({
    roles: Array.isArray(info?.roles) ? info.roles : [],
    topMenu: topMenu ?? [],
    menu,
    granted: menu,
    permissions: new Set(leafCodes(buttons ?? [])),
  })
}

/** The side menu of one entry of the top menu, or the whole one. */
export async function loadMenu(topMenuId?: string): Promise<MenuItem[]> {
  return (await get<MenuItem[] | null>('/api/blade-system/menu/routes', { topMenuId })) ?? []
}

/** The codes a tree of buttons grants: those of its leaves. */
export function leafCodes(nodes: MenuItem[]): string[] {
  return nodes.flatMap((node) => (node.children ? leafCodes(node.children) : [node.code]))
}

function refusedStatus(response: Response): number {
  return response.status === 200 ? 400 : response.status
}

function userOf(answer: TokenAnswer): UserInfo {
  return {
    userId: answer.user_id,
    account: answer.account,
    name: answer.nick_name || answer.real_name || answer.account,
    avatar: answer.avatar,
    roleName: answer.role_name,
    deptName: answer.dept_name ?? '',
  }
}
