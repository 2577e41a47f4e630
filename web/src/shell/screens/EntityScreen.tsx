import { registry } from '@xueheng/contract/index.ts'
import { CrudPage } from '../../platform/crud/CrudPage.tsx'

/** The derived screen of an entity. */
export function EntityScreen({ name }: { name: string }) {
  return <CrudPage entity={registry.entity(name)} />
}
