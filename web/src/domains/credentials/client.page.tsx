import { client } from '@xueheng/contract/domains/credentials/client.ts'
import { CrudPage } from '../../platform/crud/CrudPage.tsx'

/** 应用管理: who may ask for tokens; a secret is typed, never shown. */
export function Page() {
  return <CrudPage entity={client} />
}
