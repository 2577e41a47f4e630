import { create } from 'zustand'
import { forget, keep, kept, onKeptElsewhere } from '../api/storage.ts'

export interface UserInfo {
  userId: string
  account: string
  /** Shown name. */
  name: string
  avatar: string
  /** Titles or aliases of the roles, comma separated as the server sends them. */
  roleName: string
  deptName: string
  /** Of somebody a provider knows and we do not: what the registration is sent with. */
  oauthId?: string
}

/** What is due before anything else. */
export type Duty = '' | 'password' | 'factor' | 'register'

/** One node of the menu as the server sends it. */
export interface MenuItem {
  id: string
  parentId: string
  code: string
  name: string
  path: string
  /** Name of the icon. */
  source: string
  /** 2 opens in a new window. */
  isOpen?: number
  meta?: { roles?: string[]; isAuth?: boolean; isTab?: boolean }
  children?: MenuItem[]
}

export interface Client {
  id: string
  secret: string
}

interface Durable {
  token: string
  refreshToken: string
  /** When the token was received, in ms. */
  tokenTime: number
  tenantId: string
  client: Client
  user: UserInfo | null
  /** Set while an administrator looks at the product as `user`. */
  viewing: Viewing | null
}

/** Until when, in ms, and the own session that is taken up again afterwards. */
export interface Viewing {
  until: number
  own: Pick<Durable, 'token' | 'refreshToken' | 'tokenTime' | 'user'>
}

export interface Session extends Durable {
  roles: string[]
  duty: Duty
  permissions: ReadonlySet<string>
  /** What the side shows: everything granted, or the part of one top menu. */
  menu: MenuItem[]
  /** Everything granted; open tabs do not close when another top menu is chosen. */
  granted: MenuItem[]
  topMenu: MenuItem[]
  /** The entry of the top menu whose side menu is shown; empty for the whole. */
  topMenuId: string
  /** The user asked to leave: the login page need not lead back to where they were. */
  hasLeft: boolean
}

const KEY = 'session'
const SIGNED_OUT: Session = {
  token: '',
  refreshToken: '',
  tokenTime: 0,
  tenantId: '',
  client: { id: '', secret: '' },
  user: null,
  viewing: null,
  roles: [],
  duty: '',
  permissions: new Set(),
  menu: [],
  granted: [],
  topMenu: [],
  topMenuId: '',
  hasLeft: false,
}

/** Who is signed in, with what rights. */
export const useSession = create<Session>(() => ({ ...SIGNED_OUT, ...kept<Durable>(KEY) }))

/** Changes the session and keeps its lasting part for the next visit and for other windows. */
export function updateSession(change: Partial<Session>): void {
  useSession.setState(change)
  const { token, refreshToken, tokenTime, tenantId, client, user, viewing } = useSession.getState()
  keep(KEY, { token, refreshToken, tokenTime, tenantId, client, user, viewing } satisfies Durable)
  writeCookie('saber-access-token', token)
  writeCookie('saber-refresh-token', refreshToken)
}

/** Forgets who was signed in; the client's own name stays, the next sign-in needs it. */
export function clearSession(hasLeft = false): void {
  const { client, tenantId } = useSession.getState()
  useSession.setState({ ...SIGNED_OUT, client, tenantId, hasLeft })
  forget(KEY)
  writeCookie('saber-access-token', '')
  writeCookie('saber-refresh-token', '')
}

/** Takes the own session up again after a look with another's eyes; `false` when there was none. */
export function endViewing(): boolean {
  const { viewing } = useSession.getState()
  if (viewing) updateSession({ ...viewing.own, viewing: null })
  return viewing !== null
}

/** Takes over what another window of the site has kept: a newer token, or that it signed out. */
export function adoptSession(): void {
  const durable = kept<Durable>(KEY)
  const mine = useSession.getState()
  if (!durable) {
    if (mine.token) clearSession(true)
  } else if (durable.token !== mine.token) useSession.setState(durable)
}

function writeCookie(name: string, value: string): void {
  const age = value ? '' : '; Max-Age=0'
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Lax${age}${secure}`
}

onKeptElsewhere(KEY, adoptSession)
