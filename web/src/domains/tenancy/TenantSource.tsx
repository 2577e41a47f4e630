import { datasourceSelect } from '@xueheng/contract/domains/develop/datasource.ts'
import { tenant } from '@xueheng/contract/domains/tenancy/tenant.ts'
import { tenantDatasource } from '@xueheng/contract/domains/tenancy/tenant-datasource.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Select } from 'antd'
import { useState } from 'react'
import { callApi, get } from '../../platform/api/client.ts'
import type { CrudRow } from '../../platform/crud/row.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { message, showError } from '../../platform/ui/message.ts'
import './tenant-source.css'

interface TenantSourceProps {
  row: CrudRow
  onClose: () => void
}

/** Which data source a tenant is given. */
export function TenantSource({ row, onClose }: TenantSourceProps) {
  const t = useT()
  const client = useQueryClient()
  const sources = useQuery({
    queryKey: ['crud', 'datasource', 'select'],
    queryFn: () => get<{ id: string; name: string }[]>(datasourceSelect.path),
  })
  const [chosen, choose] = useState<string | null>(row.datasourceId ? String(row.datasourceId) : null)
  const [isBusy, setBusy] = useState(false)

  async function keep(): Promise<void> {
    setBusy(true)
    try {
      await callApi(tenantDatasource, { tenantId: String(row.tenantId), datasourceId: chosen ?? '' })
      await client.invalidateQueries({ queryKey: ['crud', tenant.name] })
      message.success(t('操作成功'))
      onClose()
    } catch (error) {
      showError(error)
    } finally {
      setBusy(false)
    }
  }

  return (
    <AppModal
      open
      title={`${t('租户数据源')} · ${String(row.tenantName)}`}
      width={480}
      okText={t('保存')}
      okButtonProps={{ disabled: !sources.data }}
      confirmLoading={isBusy}
      onOk={() => void keep()}
      onCancel={onClose}
    >
      {sources.error ? (
        <ErrorState error={sources.error} onRetry={() => void sources.refetch()} />
      ) : (
        <Select<string | null>
          allowClear
          className="tenant-source"
          aria-label={t('数据源')}
          placeholder={t('不指定')}
          loading={sources.isPending}
          value={chosen}
          options={(sources.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(id) => choose(id ?? null)}
        />
      )}
    </AppModal>
  )
}
