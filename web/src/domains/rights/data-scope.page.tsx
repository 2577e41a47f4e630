import { dataScope } from '@xueheng/contract/domains/rights/data-scope.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { removeRows } from '../../platform/crud/crud-api.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { DataScopeForm } from './DataScopeForm.tsx'
import { ScopePage } from './ScopePage.tsx'
import { entityOfMenu } from './scope-words.ts'

/** 数据权限: which rows a role sees, per menu. */
export function Page() {
  return (
    <ScopePage title="数据权限" right="data_scope_setting">
      {(menu) => <Scopes menu={menu} />}
    </ScopePage>
  )
}

const { menuId: _menu, ...fields } = dataScope.fields
const listed = { ...dataScope, fields }
/** Read here, written in a form of its own. */
const READ = { isReadOnly: true, hasExport: false, emptyHint: '还没有限制：有权打开这个菜单的人看到所在单位的全部数据' }

function Scopes({ menu }: { menu: CrudRow }) {
  const t = useT()
  const can = useCan()
  const [editing, edit] = useState<Partial<CrudRow>>()
  const removing = useAction((row: CrudRow) => removeRows(dataScope, [row.id]), {
    confirm: '确定将选择数据删除?',
    changes: [dataScope],
  })
  const add = () => edit({ menuId: menu.id, resourceCode: entityOfMenu(String(menu.code)) })
  return (
    <CrudPage entity={listed} layout={READ} where={{ menuId: menu.id }} prefix="scope.">
      <ListToolbar>
        {can('datascope_add') && (
          <Button type="primary" onClick={add}>
            {t('新增')}
          </Button>
        )}
      </ListToolbar>
      <ListRows
        actions={[
          { code: 'datascope_edit', label: '修改', run: (row) => edit(row) },
          { code: 'datascope_delete', label: '删除', run: removing.run },
        ]}
      />
      {editing && <DataScopeForm row={editing} onClose={() => edit(undefined)} />}
    </CrudPage>
  )
}
