import { dictParentList } from '@xueheng/contract/domains/settings/dict-biz.ts'
import { dictBizBooks } from '@xueheng/contract/domains/settings/dict-import.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useTabState } from '../../platform/tabs/tab.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { DICTIONARIES, dictionaries } from './dictionary-entities.ts'
import { DictionaryBooks } from './DictionaryBooks.tsx'
import { DictionaryItems } from './DictionaryItems.tsx'
import './dictionary.css'

const source = { segment: dictParentList.path.slice(dictParentList.path.lastIndexOf('/') + 1) }
const FIRST_LEVEL = { parentId: '0', dictKey: '-1', sort: 1 }

/** 字典管理: dictionaries on the left, the entries of the chosen one on the right. */
export function Page() {
  const t = useT()
  const [chosen, choose] = useTabState<CrudRow | null>('dictionary', null)
  return (
    <PageFrame isFilled title={t('字典管理')}>
      <div className="dictionary-pair">
        <CrudPage entity={dictionaries} layout={DICTIONARIES} source={source} defaults={FIRST_LEVEL}>
          <ListToolbar>
            <DictionaryBooks calls={dictBizBooks} isShort />
          </ListToolbar>
          <ListRows onPick={choose} picked={chosen?.id} />
        </CrudPage>
        {chosen ? <DictionaryItems dictionary={chosen} /> : <Empty title={t('选择左侧的字典，查看它的字典项')} />}
      </div>
    </PageFrame>
  )
}
