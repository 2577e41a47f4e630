import { useEffect } from 'react'
import { keepTokenFresh } from '../platform/api/refresh.ts'
import { loadRights } from '../platform/session/session.ts'
import { AntTheme } from '../platform/theme/AntTheme.tsx'
import { SHELL_PAGES } from './screens/home-pages.ts'
import type { Target } from './screens/resolve.ts'
import { Screen } from './screens/Screen.tsx'

const WALL: Target = { kind: 'page', name: SHELL_PAGES.wall, rest: [] }

/** A screen for the wall: the user's numbers without menus and tabs. */
export function BigScreen() {
  useEffect(keepTokenFresh, [])
  useEffect(() => void loadRights().catch(() => undefined), [])
  return (
    <AntTheme>
      <Screen target={WALL} />
    </AntTheme>
  )
}
