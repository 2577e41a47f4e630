import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useEffect } from 'react'
import { queryClient } from '../platform/api/query.ts'
import { keepTokenFresh } from '../platform/api/refresh.ts'
import { forgetJobs } from '../platform/jobs/jobs.ts'
import { ProofDialog } from './ProofDialog.tsx'
import { loadRights } from '../platform/session/session.ts'
import { useSession } from '../platform/session/store.ts'
import { AntTheme } from '../platform/theme/AntTheme.tsx'
import { ErrorState } from '../platform/ui/ErrorState.tsx'
import { Layout } from './layout/Layout.tsx'
import { SHELL_PAGES } from './screens/home-pages.ts'
import { Screen } from './screens/Screen.tsx'
import { followScreenSize } from './screen-size.ts'
import { catchUnhandled } from './unhandled.ts'
import { Waiting } from './Waiting.tsx'

const RegisterPage = lazy(async () => ({ default: (await import('./register/RegisterPage.tsx')).RegisterPage }))

/** Everything behind the login page. */
export function Shell() {
  useEffect(keepTokenFresh, [])
  useEffect(catchUnhandled, [])
  useEffect(followScreenSize, [])
  useEffect(() => forgetAll, [])
  return (
    <AntTheme>
      <Suspense fallback={<Waiting />}>
        <WithRights />
      </Suspense>
      <ProofDialog />
    </AntTheme>
  )
}

/** No screen before it is known what the user may do. */
function WithRights() {
  const userId = useSession((session) => session.user?.userId)
  const duty = useSession((session) => session.duty)
  const isGuest = userId !== undefined && !(Number(userId) > 0)
  const rights = useQuery({
    queryKey: ['rights', userId],
    queryFn: () => loadRights().then(() => true),
    staleTime: Infinity,
  })
  if (rights.isSuccess && isGuest) return <RegisterPage />
  if (rights.isSuccess && duty) return <Duty duty={duty} />
  if (rights.isSuccess) return <Layout />
  return rights.isError ? <ErrorState error={rights.error} onRetry={() => void rights.refetch()} /> : <Waiting />
}

/** A new password or an authenticator, before anything else. */
function Duty({ duty }: { duty: string }) {
  return <Screen target={{ kind: 'page', name: SHELL_PAGES.duty, rest: [duty] }} />
}

/** What one user read is not shown to the next. */
function forgetAll(): void {
  queryClient.clear()
  forgetJobs()
}
