import { client } from '@xueheng/contract/domains/credentials/client.ts'
import { CrudPage } from '../../platform/crud/CrudPage.tsx'
import { ListForm } from '../../platform/crud/EntityDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { message } from '../../platform/ui/message.ts'

/** 应用管理: who may ask for tokens; a secret is typed, never shown. */
export function Page() {
  return <CrudPage entity={client} Form={ClientForm} />
}

/** What a new client's program does not do by itself is said. */
function ClientForm() {
  const t = useT()
  return (
    <ListForm
      onSaved={(answer) => {
        const { notice } = answer as { notice?: string | null }
        if (notice) message.warning(t(notice))
      }}
    />
  )
}
