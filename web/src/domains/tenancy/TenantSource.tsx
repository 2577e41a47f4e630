import { datasource } from '@xueheng/contract/domains/develop/datasource.ts'
import { tenantDatasource } from '@xueheng/contract/domains/tenancy/tenant-datasource.ts'
import { tenant } from '@xueheng/contract/domains/tenancy/tenant.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { get } from '../../platform/api/client.ts'
import { pathOf } from '../../platform/crud/crud-api.ts'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'
import type { InputProps } from '../../platform/crud/fields/field-view.ts'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { selectState } from '../../platform/ui/picker-state.tsx'

interface TenantSourceProps {
  row: CrudRow
  onClose: () => void
}

/** Which data source a tenant is given; none takes it away. */
export function TenantSource({ row, onClose }: TenantSourceProps) {
  const t = useT()
  return (
    <CallDialog
      call={tenantDatasource}
      title={`${t('租户数据源')} · ${String(row.tenantName)}`}
      given={{ tenantId: String(row.tenantId) }}
      initial={{ datasourceId: row.datasourceId }}
      inputs={INPUTS}
      okText={t('保存')}
      changes={[tenant]}
      onClose={onClose}
    />
  )
}

const INPUTS = { datasourceId: SourceInput }

function SourceInput({ id, value, onChange }: InputProps) {
  const t = useT()
  const sources = useQuery({
    queryKey: ['crud', 'datasource', 'select'],
    queryFn: () => get<{ id: string; name: string }[]>(pathOf(datasource, 'select')),
  })
  return (
    <Select<string>
      {...(id && { id })}
      allowClear
      placeholder={t('不指定')}
      {...selectState(sources)}
      value={value ? String(value) : undefined}
      options={(sources.data ?? []).map((source) => ({ value: source.id, label: source.name }))}
      onChange={(next: string | undefined) => onChange?.(next ?? '')}
    />
  )
}
