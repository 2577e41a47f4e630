import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect } from 'react'
import { queryClient } from '../platform/api/query.ts'
import { keepTokenFresh } from '../platform/api/refresh.ts'
import { loadRights } from '../platform/session/session.ts'
import { AntTheme } from '../platform/theme/AntTheme.tsx'
import type { Target } from './screens/resolve.ts'
import { Screen } from './screens/Screen.tsx'

const WALL: Target = { kind: 'page', name: 'big-screen', rest: [] }

/** A screen for the wall: the user's numbers without menus and tabs. */
export function BigScreen() {
  useEffect(keepTokenFresh, [])
  useEffect(() => void loadRights().catch(() => undefined), [])
  return (
    <AntTheme>
      <QueryClientProvider client={queryClient}>
        <Screen target={WALL} />
      </QueryClientProvider>
    </AntTheme>
  )
}
