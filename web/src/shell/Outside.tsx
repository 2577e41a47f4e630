import { Navigate, useLocation } from 'react-router'
import { menu } from '../platform/declared/declared.ts'
import { openItems } from '../platform/session/session.ts'
import { AntTheme } from '../platform/theme/AntTheme.tsx'
import { placeOf, resolveScreen } from './screens/resolve.ts'
import { Screen } from './screens/Screen.tsx'

interface OutsideProps {
  /** `?back=…`, which the sign-in leads back to. */
  back: string
}

/**
 * Who is not signed in: what the menu opens to everybody (`meta.isAuth` false) is shown, an address the product does not
 * know is told so at once, any other waits behind the sign-in.
 */
export function Outside({ back }: OutsideProps) {
  const { pathname } = useLocation()
  const open = openItems()
  if (open.some((item) => placeOf(item).path === pathname)) {
    return (
      <AntTheme>
        <Screen target={resolveScreen(pathname, menu, open).target} />
      </AntTheme>
    )
  }
  return <Navigate to={isKnown(pathname) ? `/login${back}` : '/404'} replace />
}

/** Which embedded pages there are is known after the sign-in only. */
function isKnown(path: string): boolean {
  return path.startsWith('/myiframe/') || path === '/big-screen' || resolveScreen(path, menu, []).target.kind !== 'none'
}
