import { datasource, datasourceTest } from '@xueheng/contract/domains/develop/datasource.ts'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { SourceTables } from './SourceTables.tsx'

/** 数据源管理: databases elsewhere; each can be tried, and its tables looked at. */
export function Page() {
  const t = useT()
  const [opened, open] = useState<CrudRow>()
  const trying = useAction((row: CrudRow) => callApi(datasourceTest, { id: row.id }), {
    done: (answer) => t('连接成功：{version}', { version: answer?.version ?? '' }),
  })
  return (
    <CrudPage entity={datasource}>
      <ListToolbar />
      <ListRows
        actions={[
          { code: 'datasource_view', label: '测试连接', run: trying.run },
          { code: 'datasource_view', label: '表结构', run: open },
        ]}
      />
      {opened && <SourceTables id={opened.id} name={String(opened.name)} onClose={() => open(undefined)} />}
    </CrudPage>
  )
}
