import { oss, ossEnabling, ossTest } from '@xueheng/contract/domains/resource/oss.ts'
import { useAction } from '../../platform/action/use-action.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow, ListRows, ListToolbar } from '../../platform/crud/CrudPage.tsx'
import { useEnabling } from './config-actions.ts'

/** 对象存储: where the tenant's files go; 测试 writes, reads and removes a small file. */
export function Page() {
  const enabling = useEnabling('oss_enable', oss, ossEnabling)
  const trying = useAction((row: CrudRow) => callApi(ossTest, { id: row.id }), { done: '连接成功' })
  return (
    <CrudPage entity={oss}>
      <ListToolbar />
      <ListRows actions={[...enabling, { code: 'oss_enable', label: '测试', run: trying.run }]} />
    </CrudPage>
  )
}
