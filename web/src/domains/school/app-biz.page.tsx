import { appBiz } from '@xueheng/contract/domains/school/app-biz.ts'
import { useState } from 'react'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { AppGrants, DEPT_GRANTS, USER_GRANTS } from './AppGrants.tsx'

/** 应用业务: the applications, and which units and users each is granted to. */
export function Page() {
  const [opened, open] = useState<{ row: CrudRow; kind: typeof DEPT_GRANTS }>()
  return (
    <CrudPage entity={appBiz}>
      <ListToolbar />
      <ListRows
        actions={[
          { code: 'appbiz_auth', label: '单位授权', run: (row) => open({ row, kind: DEPT_GRANTS }) },
          { code: 'appbiz_auth', label: '用户授权', run: (row) => open({ row, kind: USER_GRANTS }) },
        ]}
      />
      {opened && (
        <AppGrants
          kind={opened.kind}
          appCode={String(opened.row.appCode)}
          appName={String(opened.row.appName)}
          onClose={() => open(undefined)}
        />
      )}
    </CrudPage>
  )
}
