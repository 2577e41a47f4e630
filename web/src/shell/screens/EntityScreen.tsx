import { use } from 'react'
import { CrudPage } from '../../platform/crud/CrudPage.tsx'
import { loadEntity } from '../../platform/declared/declared.ts'
import { loadPage } from './load-page.ts'

type Loaded = ReturnType<typeof loadEntity>

const loading = new Map<string, Loaded>()

/** The derived screen of an entity. */
export function EntityScreen({ name }: { name: string }) {
  return <CrudPage entity={use(entityOf(name))} />
}

/** One request an entity; one that failed may be made again. */
function entityOf(name: string): Loaded {
  const known = loading.get(name)
  if (known) return known
  const asked = loadPage(() => loadEntity(name))
  asked.catch(() => loading.delete(name))
  loading.set(name, asked)
  return asked
}
