import { dictParentList } from '@xueheng/contract/domains/settings/dict-biz.ts'
import { dictBizBooks } from '@xueheng/contract/domains/settings/dict-import.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useTabState } from '../../platform/tabs/tab.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { DICTIONARIES, dictionaries } from './dictionary-entities.ts'
import { DictionaryBooks } from './DictionaryBooks.tsx'
import { DictionaryItems } from './DictionaryItems.tsx'
import './dictionary.css'

const source = { segment: dictParentList.path.slice(dictParentList.path.lastIndexOf('/') + 1) }

/** 业务字典: the list of dictionaries, the entries of each in a dialog over it. */
export function Page() {
  const t = useT()
  const [opened, setOpened] = useTabState<CrudRow | null>('dictionary', null)
  return (
    <CrudPage entity={dictionaries} layout={DICTIONARIES} source={source} defaults={FIRST_LEVEL}>
      <ListToolbar>
        <DictionaryBooks calls={dictBizBooks} />
      </ListToolbar>
      <ListRows actions={[{ code: 'dictbiz_view', label: '字典配置', run: setOpened }]} />
      <AppModal
        open={opened !== null}
        title={`${t('字典配置')} · ${String(opened?.dictValue ?? '')}`}
        width="min(1200px, 94vw)"
        className="dictionary-dialog"
        footer={null}
        onCancel={() => setOpened(null)}
      >
        {opened && <DictionaryItems dictionary={opened} />}
      </AppModal>
    </CrudPage>
  )
}

/** A dictionary itself has no key of its own. */
const FIRST_LEVEL = { parentId: '0', dictKey: '-1', sort: 1 }
