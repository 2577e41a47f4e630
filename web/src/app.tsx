import { type RouteObject, Navigate, createBrowserRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { Screens } from './platform/crud/layout.ts'
import { HOME } from './platform/tabs/store.ts'
import { SCREENS } from './screens/index.ts'
import { FaultPage } from './shell/FaultPage.tsx'
import { GuestOnly, Root, SignedInOnly } from './shell/guards.tsx'
import { Waiting } from './shell/Waiting.tsx'

/** Few routes on purpose: behind `*` the menu of the signed-in user decides which screen a path shows. */
const routes: RouteObject[] = [
  {
    Component: Root,
    HydrateFallback: Waiting,
    errorElement: <FaultPage code={500} />,
    children: [
      {
        Component: GuestOnly,
        children: [{ path: '/login', lazy: async () => ({ Component: (await loadLogin()).LoginPage }) }],
      },
      {
        path: '/oauth/redirect/:source',
        lazy: async () => ({ Component: (await loadReturn()).SocialReturn }),
      },
      { path: '/verify', lazy: async () => ({ Component: (await loadVerify()).VerifyPage }) },
      { path: '/p', lazy: async () => ({ Component: (await loadParents()).ParentPage }) },
      { path: '/lock', lazy: async () => ({ Component: (await loadLock()).LockPage }) },
      { path: '/403', element: <FaultPage code={403} /> },
      { path: '/404', element: <FaultPage code={404} /> },
      { path: '/500', element: <FaultPage code={500} /> },
      { path: '/', element: <Navigate to={HOME.path} replace /> },
      { path: '/wel', element: <Navigate to={HOME.path} replace /> },
      {
        Component: SignedInOnly,
        children: [
          { path: '/big-screen', lazy: async () => ({ Component: (await loadBigScreen()).BigScreen }) },
          { path: '*', lazy: async () => ({ Component: (await loadShell()).Shell }) },
        ],
      },
    ],
  },
]

const loadLogin = () => import('./shell/login/LoginPage.tsx')
const loadReturn = () => import('./shell/login/SocialReturn.tsx')
const loadVerify = () => import('./domains/seal/VerifyPage.tsx')
const loadParents = () => import('./domains/gather/index.ts')
const loadLock = () => import('./shell/lock/LockPage.tsx')
const loadBigScreen = () => import('./shell/BigScreen.tsx')
const loadShell = () => import('./shell/Shell.tsx')

const router = createBrowserRouter(routes)

export function App() {
  return (
    <Screens value={SCREENS}>
      <RouterProvider router={router} />
    </Screens>
  )
}
