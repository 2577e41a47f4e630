import type { TenantBrand } from '@xueheng/contract/platform/brand.ts'
import { get } from '../api/client.ts'
import { keep, kept } from '../api/storage.ts'
import { setBrand } from '../theme/brand.ts'
import { type Duty, type MenuItem, type Session, clearSession, endViewing, updateSession, useSession } from './store.ts'

export { clearSession, useSession } from './store.ts'
export type { MenuItem, UserInfo } from './store.ts'

/** Whether the signed-in user holds a permission code. */
export function can(code: string): boolean {
  return useSession.getState().permissions.has(code)
}

/** `can` for components: they are drawn again when the rights change. */
export function useCan(): (code: string) => boolean {
  const permissions = useSession((session) => session.permissions)
  return (code) => permissions.has(code)
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
    get<{ duty?: Duty; roles?: string[]; brand?: TenantBrand } | null>('/api/blade-auth/oauth/user-info'),
    get<MenuItem[] | null>('/api/blade-system/menu/top-menu'),
    loadMenu(),
    get<MenuItem[] | null>('/api/blade-system/menu/buttons'),
  ])
  setBrand(info?.brand)
  keepOpenItems(menu)
  updateSession({
    roles: Array.isArray(info?.roles) ? info.roles : [],
    duty: info?.duty ?? '',
    topMenu: topMenu ?? [],
    ...(await menuOfTop(topMenu ?? [], menu)),
    granted: menu,
    permissions: new Set(leafCodes(buttons ?? [])),
  })
}

const OPEN_ITEMS = 'open-items'

/** Entries of the menu that need no sign-in are remembered for when nobody is signed in. */
function keepOpenItems(menu: MenuItem[]): void {
  keep(
    OPEN_ITEMS,
    leavesOf(menu).filter((item) => item.meta?.isAuth === false),
  )
}

/** Entries of the last menu that may be looked at without signing in. */
export function openItems(): MenuItem[] {
  return kept<MenuItem[]>(OPEN_ITEMS) ?? []
}

function leavesOf(items: MenuItem[]): MenuItem[] {
  return items.flatMap((item) => (item.children?.length ? leavesOf(item.children) : [item]))
}

/** What the side shows: the part of the top menu chosen before, as long as there is one. */
async function menuOfTop(topMenu: MenuItem[], whole: MenuItem[]): Promise<Pick<Session, 'menu' | 'topMenuId'>> {
  const { topMenuId } = useSession.getState()
  const isThere = topMenu.some((item) => item.id === topMenuId)
  return isThere ? { topMenuId, menu: await loadMenu(topMenuId) } : { topMenuId: '', menu: whole }
}

/** The side menu of one entry of the top menu, or the whole one. */
export async function loadMenu(topMenuId?: string): Promise<MenuItem[]> {
  return (await get<MenuItem[] | null>('/api/blade-system/menu/routes', { topMenuId })) ?? []
}

/** The codes a tree of buttons grants: those of its leaves. */
export function leafCodes(nodes: MenuItem[]): string[] {
  return nodes.flatMap((node) => (node.children ? leafCodes(node.children) : [node.code]))
}
