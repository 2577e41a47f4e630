import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../platform/api/query.ts'
import { keepTokenFresh } from '../platform/api/refresh.ts'
import { forgetJobs } from '../platform/jobs/jobs.ts'
import { loadRights } from '../platform/session/session.ts'
import { useSession } from '../platform/session/store.ts'
import { AntTheme } from '../platform/theme/AntTheme.tsx'
import { ErrorState } from '../platform/ui/ErrorState.tsx'
import { Layout } from './layout/Layout.tsx'
import { followScreenSize } from './screen-size.ts'
import { toastUnhandled } from './unhandled.ts'
import { Waiting } from './Waiting.tsx'

/** Everything behind the login page. */
export function Shell() {
  useEffect(keepTokenFresh, [])
  useEffect(toastUnhandled, [])
  useEffect(followScreenSize, [])
  useEffect(() => forgetAll, [])
  return (
    <AntTheme>
      <QueryClientProvider client={queryClient}>
        <WithRights />
      </QueryClientProvider>
    </AntTheme>
  )
}

/** No screen before it is known what the user may do. */
function WithRights() {
  const userId = useSession((session) => session.user?.userId)
  const rights = useQuery({
    queryKey: ['rights', userId],
    queryFn: () => loadRights().then(() => true),
    staleTime: Infinity,
  })
  if (rights.isSuccess) return <Layout />
  return rights.isError ? <ErrorState error={rights.error} onRetry={() => void rights.refetch()} /> : <Waiting />
}

/** What one user read is not shown to the next. */
function forgetAll(): void {
  queryClient.clear()
  forgetJobs()
}
