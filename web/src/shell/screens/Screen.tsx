import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { Navigate } from 'react-router'
import { loadEntity, menu } from '../../platform/declared/declared.ts'
import type { PageProps } from '../../platform/tabs/tab.ts'
import { Refresh } from './Refresh.tsx'
import { FrameScreen } from './FrameScreen.tsx'
import { HOME_PAGES, SHELL_PAGES } from './home-pages.ts'
import { loadPage } from './load-page.ts'
import { pagesByName } from './pages.ts'
import { type Target, pageNames } from './resolve.ts'

/** Pages of the domains: `<domain>/…/<name>.page.tsx` exports `Page`. */
const files = import.meta.glob<{ Page: ComponentType<PageProps> }>('../../domains/**/*.page.tsx')
const pages = new Map(
  [...pagesByName(files, [...pageNames(menu), ...HOME_PAGES, ...Object.values(SHELL_PAGES)])].map(([name, load]) => [
    name,
    lazy(async () => ({ default: (await loadPage(load)).Page })),
  ]),
)
const homePages = HOME_PAGES.flatMap((name) => pages.get(name) ?? [])

const Home = lazy(async () => ({ default: (await loadPage(() => import('../home/Home.tsx'))).Home }))
const ReportScreen = lazy(async () => ({ default: (await loadPage(() => import('./ReportScreen.tsx'))).ReportScreen }))

const entityPages = new Map<string, LazyExoticComponent<ComponentType<PageProps>>>()

/** The derived screen of an entity, which comes with its declaration. */
function entityPage(name: string): LazyExoticComponent<ComponentType<PageProps>> {
  const known = entityPages.get(name)
  if (known) return known
  const made = lazy(async () => {
    const parts = () => Promise.all([import('../../platform/crud/CrudPage.tsx'), loadEntity(name)])
    const [{ CrudPage }, entity] = await loadPage(parts)
    return { default: () => <CrudPage entity={entity} /> }
  })
  entityPages.set(name, made)
  return made
}

export function Screen({ target }: { target: Target }) {
  switch (target.kind) {
    case 'home':
      return <Home desks={homePages} />
    case 'page':
      return <DomainPage page={pages.get(target.name)} rest={target.rest} />
    case 'entity':
      return <DomainPage page={entityPage(target.name)} rest={[]} />
    case 'report':
      return <ReportScreen name={target.name} />
    case 'frame':
      return <FrameScreen url={target.url} />
    case 'refresh':
      return <Refresh />
    case 'refused':
      return <Navigate to="/403" replace />
    case 'none':
      return <Navigate to="/404" replace />
  }
}

interface DomainPageProps {
  page: LazyExoticComponent<ComponentType<PageProps>> | undefined
  rest: string[]
}

function DomainPage({ page: Page, rest }: DomainPageProps) {
  return Page ? <Page rest={rest} /> : <Navigate to="/404" replace />
}
