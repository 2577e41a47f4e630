import { HOME_PARAMETERS, TENANT_PARAMETERS } from '@xueheng/contract/platform/parameters.ts'
import { param } from '@xueheng/contract/domains/settings/param.ts'
import { Tabs } from 'antd'
import { CrudPage } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { ParameterList } from './ParameterList.tsx'
import './param.css'

/** 系统参数: those the product obeys, each with its own input; beside them every row as it is kept. */
export function Page() {
  const t = useT()
  const can = useCan()
  const [search, setSearch] = useTabSearch()
  const part = search.get('part') ?? 'known'
  return (
    <PageFrame isFilled title={t('系统参数')}>
      <Tabs
        className="param-tabs"
        activeKey={part}
        onChange={(next) => setSearch({ part: next === 'known' ? undefined : next })}
        items={[
          { key: 'known', label: t('产品参数') },
          { key: 'all', label: t('全部参数') },
        ]}
      />
      {part === 'all' ? (
        <CrudPage entity={param} />
      ) : (
        <div className="param-parts">
          <ParameterList title={t('本租户')} parameters={TENANT_PARAMETERS} />
          {can('tenant_view') && <ParameterList title={t('整个系统')} parameters={HOME_PARAMETERS} />}
        </div>
      )}
    </PageFrame>
  )
}
