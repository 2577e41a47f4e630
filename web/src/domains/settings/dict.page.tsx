import { dictBooks } from '@xueheng/contract/domains/settings/dict-import.ts'
import { dict } from '@xueheng/contract/domains/settings/dict.ts'
import { CrudPage, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { ACTION_WIDTH } from './dictionary-entities.ts'
import { DictionaryBooks } from './DictionaryBooks.tsx'

/** Whole dictionaries are carried away with their entries, by a workbook of their own. */
const BOOKS = { hasExport: false, isPagedByRoot: true, actionWidth: ACTION_WIDTH }

/** 系统字典: what all tenants share, as one tree. */
export function Page() {
  return (
    <CrudPage entity={dict} layout={BOOKS}>
      <ListToolbar>
        <DictionaryBooks calls={dictBooks} />
      </ListToolbar>
      <ListRows />
    </CrudPage>
  )
}
