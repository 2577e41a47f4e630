import { datasource, datasourceTest } from '@xueheng/contract/domains/develop/datasource.ts'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow } from '../../platform/crud/CrudPage.tsx'
import { t } from '../../platform/i18n/i18n.ts'
import { message, showError } from '../../platform/ui/message.ts'
import { SourceTables } from './SourceTables.tsx'

/** 数据源管理: databases elsewhere; each can be tried, and its tables looked at. */
export function Page() {
  const [opened, open] = useState<CrudRow>()
  return (
    <>
      <CrudPage
        entity={datasource}
        title="数据源管理"
        rowActions={[
          { code: 'datasource_view', label: '测试连接', run: tryOut },
          { code: 'datasource_view', label: '表结构', run: open },
        ]}
      />
      {opened && <SourceTables id={opened.id} name={String(opened.name)} onClose={() => open(undefined)} />}
    </>
  )
}

async function tryOut(row: CrudRow): Promise<void> {
  try {
    const { version } = (await callApi(datasourceTest, { id: row.id })) ?? {}
    message.success(t('连接成功：{version}', { version: version ?? '' }))
  } catch (error) {
    showError(error)
  }
}
