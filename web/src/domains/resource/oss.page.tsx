import { oss, ossConfig, ossTest } from '@xueheng/contract/domains/resource/oss.ts'
import { callApi } from '../../platform/api/client.ts'
import { CrudPage, type CrudRow } from '../../platform/crud/CrudPage.tsx'
import { message, showError } from '../../platform/ui/message.ts'
import { useEnabling } from './config-actions.ts'

/** 对象存储: where the tenant's files go; 测试 writes, reads and removes a small file. */
export function Page() {
  const enabling = useEnabling('oss_enable', ossConfig)
  return <CrudPage entity={oss} rowActions={[...enabling, { code: 'oss_enable', label: '测试', run: tryStore }]} />
}

async function tryStore(row: CrudRow): Promise<void> {
  try {
    await callApi(ossTest, { id: row.id })
    message.success('连接成功')
  } catch (error) {
    showError(error)
  }
}
