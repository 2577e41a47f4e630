import { userUnit } from '@xueheng/contract/domains/school/user-unit.ts'
import { CrudPage } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { Empty } from '../../platform/ui/Empty.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { UserPicker } from './UserPicker.tsx'
import './units.css'

/** 用户单位角色: where the chosen user works, and as what. The choice is in the address. */
export function Page() {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const userId = search.get('user') ?? undefined
  return (
    <PageFrame
      isFilled
      title={t('用户单位角色')}
      extra={<UserPicker value={userId} onChange={(user) => setSearch({ user, current: undefined })} />}
    >
      {userId ? (
        <CrudPage key={userId} entity={userUnit} where={{ userId }} defaults={{ userId }} />
      ) : (
        <Empty title={t('请选择用户')} hint={t('选择后显示该用户所在的单位和身份')} />
      )}
    </PageFrame>
  )
}
