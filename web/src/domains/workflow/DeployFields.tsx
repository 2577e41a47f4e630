import { CATEGORY_PREFIX } from '@xueheng/contract/domains/workflow/definition.ts'
import type { DictOption } from '@xueheng/contract/platform/dictionary.ts'
import { sharedDictionary } from '@xueheng/contract/domains/settings/dict.ts'
import { tenantSelect } from '@xueheng/contract/domains/tenancy/tenant.ts'
import { useQuery } from '@tanstack/react-query'
import { Form, Radio, Select } from 'antd'
import { get } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { selectState } from '../../platform/ui/picker-state.tsx'

export interface DeployChoice {
  category: string
  mode: 1 | 2
  tenantIds?: string[]
}

/** What the server is told: no tenants are all of them. */
export function deployQuery({ category, mode, tenantIds }: DeployChoice): { category: string; tenantIds: string } {
  return { category, tenantIds: mode === 2 ? (tenantIds ?? []).join() : '' }
}

/** Of which kind a process is, and for whom. */
export function DeployFields() {
  const t = useT()
  const mode = Form.useWatch<number>('mode')
  const kinds = useQuery({
    queryKey: ['dict', 'shared', 'flow'],
    queryFn: () => get<DictOption[]>(sharedDictionary.path, { code: 'flow' }),
  })
  const tenants = useQuery({
    queryKey: ['flow', 'tenants'],
    queryFn: () => get<{ tenantId: string; tenantName: string }[]>(tenantSelect.path),
    enabled: mode === 2,
  })
  return (
    <>
      <Form.Item name="category" label={t('流程类型')} rules={[{ required: true, message: t('请选择流程类型') }]}>
        <Select
          {...selectState(kinds)}
          options={(kinds.data ?? []).map((one) => ({
            value: `${CATEGORY_PREFIX}${one.dictKey}`,
            label: t(one.dictValue),
          }))}
        />
      </Form.Item>
      <Form.Item name="mode" label={t('流程模式')} initialValue={1} required>
        <Radio.Group
          options={[
            { value: 1, label: t('通用流程') },
            { value: 2, label: t('定制流程') },
          ]}
        />
      </Form.Item>
      {mode === 2 && (
        <Form.Item name="tenantIds" label={t('所属租户')} rules={[{ required: true, message: t('请选择所属租户') }]}>
          <Select
            mode="multiple"
            {...selectState(tenants)}
            showSearch={{ optionFilterProp: 'label' }}
            options={(tenants.data ?? []).map((one) => ({ value: one.tenantId, label: one.tenantName }))}
          />
        </Form.Item>
      )}
    </>
  )
}
