import { dictBooks } from '@xueheng/contract/domains/settings/dict-import.ts'
import { dict } from '@xueheng/contract/domains/settings/dict.ts'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { CrudPage } from '../../platform/crud/CrudPage.tsx'
import { DictionaryBooks } from './DictionaryBooks.tsx'

const shared: AnyEntity = { ...dict, screen: { ...dict.screen, export: false } }

/** 系统字典: what all tenants share, as one tree. */
export function Page() {
  return <CrudPage entity={shared} toolbar={<DictionaryBooks entity={dict} title={dict.title} calls={dictBooks} />} />
}
