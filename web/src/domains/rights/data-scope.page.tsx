import { dataScope } from '@xueheng/contract/domains/rights/data-scope.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { removeRows } from '../../platform/crud/crud-api.ts'
import { CrudPage, type CrudRow } from '../../platform/crud/CrudPage.tsx'
import { t, useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { confirmBox } from '../../platform/ui/confirm.ts'
import { message, showError } from '../../platform/ui/message.ts'
import { DataScopeForm, type DataScopeRow } from './DataScopeForm.tsx'
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
/** Read here, written in a form of its own. */
const listed = { ...dataScope, fields, screen: { ...dataScope.screen, writable: false, export: false } }

function Scopes({ menu }: { menu: CrudRow }) {
  const t = useT()
  const can = useCan()
  const client = useQueryClient()
  const [editing, edit] = useState<DataScopeRow>()
  const owner = useMemo(() => ({ menuId: menu.id }), [menu.id])
  const changed = () => client.invalidateQueries({ queryKey: ['crud', dataScope.name] })

  return (
    <>
      <CrudPage
        entity={listed}
        fixedFilters={owner}
        prefix="scope."
        isEmbedded
        toolbar={
          can('datascope_add') && (
            <Button
              type="primary"
              onClick={() => edit({ menuId: menu.id, resourceCode: entityOfMenu(String(menu.code)) })}
            >
              {t('新增')}
            </Button>
          )
        }
        rowActions={[
          { code: 'datascope_edit', label: '修改', run: (row) => edit(row as unknown as DataScopeRow) },
          { code: 'datascope_delete', label: '删除', run: (row) => removeScope(row).then(changed) },
        ]}
      />
      {editing && <DataScopeForm row={editing} onClose={() => edit(undefined)} onSaved={changed} />}
    </>
  )
}

async function removeScope(row: CrudRow): Promise<void> {
  if (!(await confirmBox(t('确定将选择数据删除?')))) return
  try {
    await removeRows(dataScope, [row.id])
    message.success(t('操作成功'))
  } catch (error) {
    showError(error)
  }
}
