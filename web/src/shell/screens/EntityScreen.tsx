import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { CrudPage } from '../../platform/crud/CrudPage.tsx'
import { loadEntity } from '../../platform/declared/declared.ts'
import { loadPage } from './load-page.ts'

const screens = new Map<string, LazyExoticComponent<ComponentType>>()

/** The derived screen of an entity. */
export function EntityScreen({ name }: { name: string }) {
  const Derived = screenOf(name)
  return <Derived />
}

/** One component an entity, which waits for its declaration. */
function screenOf(name: string): LazyExoticComponent<ComponentType> {
  const known = screens.get(name)
  if (known) return known
  const made = lazy(async () => {
    const entity = await loadPage(() => loadEntity(name))
    return { default: () => <CrudPage entity={entity} /> }
  })
  screens.set(name, made)
  return made
}
