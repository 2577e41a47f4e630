import { param } from '@xueheng/contract/domains/settings/param.ts'
import type { ParameterKey } from '@xueheng/contract/platform/parameters.ts'
import { saveRow } from '../../platform/crud/crud-api.ts'
import { FormDialog } from '../../platform/form/FormDialog.tsx'
import type { OwnInputs } from '../../platform/crud/FormFields.tsx'
import { useT } from '../../platform/i18n/i18n.ts'
import { MenuCodesInput } from './MenuCodesInput.tsx'
import type { Parameter } from './parameter.ts'

const OWN_INPUTS: Partial<Record<ParameterKey, OwnInputs>> = {
  'tenant.default.menuCode': { paramValue: MenuCodesInput },
}

interface ParameterDialogProps {
  parameter: Parameter
  onClose: () => void
}

/** A parameter in the input of its kind; the server tries the value before it keeps it. */
export function ParameterDialog({ parameter: { key, field, row }, onClose }: ParameterDialogProps) {
  const t = useT()
  return (
    <FormDialog
      title={t(field.label)}
      fields={[['paramValue', { ...field, required: true }]]}
      initial={{ paramValue: row?.paramValue ?? field.default }}
      inputs={OWN_INPUTS[key as ParameterKey]}
      okText={t('保存')}
      changes={[param]}
      work={({ paramValue }) =>
        saveRow(param, {
          id: row?.id,
          updateTime: row?.updateTime,
          paramName: field.label,
          paramKey: key,
          paramValue: String(paramValue),
        })
      }
      onClose={onClose}
    />
  )
}
