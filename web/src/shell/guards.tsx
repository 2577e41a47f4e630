import { QueryClientProvider } from '@tanstack/react-query'
import { lazy, Suspense, useEffect } from 'react'
import { Navigate, Outlet, ScrollRestoration, useLocation, useNavigate } from 'react-router'
import { queryClient } from '../platform/api/query.ts'
import { useT } from '../platform/i18n/i18n.ts'
import { useSession } from '../platform/session/store.ts'
import { setNavigator } from '../platform/tabs/tab.ts'
import { useLock } from './lock/lock.ts'
import { safePath } from './safe-path.ts'
import { pageTitle } from './titles.ts'
import { Waiting } from './Waiting.tsx'

/** Around every route, sign-in too: reads and actions, navigation by code outside components, the name of the window. */
export function Root() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const t = useT()
  useEffect(() => setNavigator((path) => void navigate(path)), [navigate])
  useEffect(() => {
    const title = pageTitle(pathname)
    if (title) document.title = t(title)
  }, [pathname, t])
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <ScrollRestoration />
    </QueryClientProvider>
  )
}

/** Knows all addresses of the product; fetched where somebody who is not signed in asks for one. */
const Outside = lazy(async () => ({ default: (await import('./Outside.tsx')).Outside }))

/** No token: the login page, which leads back here, unless the user chose to leave. */
export function SignedInOnly() {
  const token = useSession((session) => session.token)
  const hasLeft = useSession((session) => session.hasLeft)
  const isLocked = useLock((lock) => lock.isLocked)
  const { pathname, search } = useLocation()
  const back = hasLeft || pathname === '/wel/index' ? '' : `?back=${encodeURIComponent(pathname + search)}`
  if (token) return isLocked ? <Navigate to={`/lock${back}`} replace /> : <Outlet />
  return back ? (
    <Suspense fallback={<Waiting />}>
      <Outside back={back} />
    </Suspense>
  ) : (
    <Navigate to="/login" replace />
  )
}

/** Who is signed in has no business at the login page. */
export function GuestOnly() {
  const token = useSession((session) => session.token)
  const { search } = useLocation()
  return token ? <Navigate to={safeReturn(search)} replace /> : <Outlet />
}

/** Where the login and the lock page lead back to. */
export function safeReturn(search: string): string {
  const back = safePath(new URLSearchParams(search).get('back')) ?? '/'
  return /^\/(login|lock)/.test(back) ? '/' : back
}
