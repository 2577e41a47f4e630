import { param } from '@xueheng/contract/domains/settings/param.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { useAction } from '../../platform/action/use-action.ts'
import { loadPage, removeRows } from '../../platform/crud/crud-api.ts'
import { isBlank } from '../../platform/crud/fields/field-view.ts'
import { viewOf } from '../../platform/crud/fields/kinds.ts'
import { columnTitle } from '../../platform/crud/fields/wording.ts'
import { useDictOptions } from '../../platform/crud/lookups.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { ParameterDialog } from './ParameterDialog.tsx'
import { useMenuLabels } from './menu-codes.ts'
import type { Parameter, ParameterRow } from './parameter.ts'

/** All rows at once: parameters are few. */
const ALL = { current: 1, size: 1000 }

interface ParameterListProps {
  title: string
  parameters: Record<string, Field>
}

/** Parameters of the product: what each means, its value, its default and range. */
export function ParameterList({ title, parameters }: ParameterListProps) {
  const [opened, open] = useState<Parameter>()
  const found = useQuery({ queryKey: ['crud', param.name, 'known'], queryFn: () => loadPage(param, ALL) })
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data) return <Skeleton rows={4} />
  const rows = new Map<string, ParameterRow>(found.data.records.map((row) => [row.paramKey, row]))
  return (
    <section className="param-part">
      <h2>{title}</h2>
      <ul>
        {Object.entries(parameters).map(([key, field]) => (
          <ParameterLine key={key} parameter={{ key, field, row: rows.get(key) }} onEdit={open} />
        ))}
      </ul>
      {opened && <ParameterDialog parameter={opened} onClose={() => open(undefined)} />}
    </section>
  )
}

interface ParameterLineProps {
  parameter: Parameter
  onEdit: (parameter: Parameter) => void
}

function ParameterLine({ parameter, onEdit }: ParameterLineProps) {
  const t = useT()
  const can = useCan()
  const { key, field, row } = parameter
  const resetting = useAction(() => removeRows(param, row ? [row.id] : []), {
    confirm: '确定恢复为默认值?',
    changes: [param],
  })
  return (
    <li>
      <div className="param-words">
        <b>{columnTitle(t, field)}</b>
        <p>{t(field.help ?? '')}</p>
        <code>{key}</code>
      </div>
      <div className="param-value">
        <ParameterValue field={field} value={row?.paramValue ?? field.default} />
        <Preset field={field} isSet={row !== undefined} />
      </div>
      <div className="param-actions">
        {can(row ? 'param_edit' : 'param_add') && (
          <Button
            type="link"
            size="small"
            aria-label={`${t('修改')} ${t(field.label)}`}
            onClick={() => onEdit(parameter)}
          >
            {t('修改')}
          </Button>
        )}
        {row && can('param_delete') && (
          <Button type="link" size="small" loading={resetting.isBusy} onClick={() => void resetting.run()}>
            {t('恢复默认')}
          </Button>
        )}
      </div>
    </li>
  )
}

function ParameterValue({ field, value }: { field: Field; value: unknown }) {
  const t = useT()
  const { options } = useDictOptions(field.dict ?? '')
  const menus = useMenuLabels(field.ref === 'menu')
  const labels = field.ref === 'menu' ? menus : new Map(options.map((option) => [option.value, option.label]))
  return <span>{isBlank(value) ? t('未设置') : viewOf(field).Cell({ value, field, labels })}</span>
}

/** What holds without a row, and between which values one may choose. */
function Preset({ field, isSet }: { field: Field; isSet: boolean }) {
  const t = useT()
  const { min, max } = field
  const range = min !== undefined && max !== undefined ? t('{min} 到 {max}', { min, max }) : ''
  if (!isSet) return <small>{[field.default !== undefined && t('默认'), range].filter(Boolean).join(' · ')}</small>
  return (
    <small>
      {field.default !== undefined && (
        <>
          {t('默认')} <ParameterValue field={field} value={field.default} />
          {range && ' · '}
        </>
      )}
      {range}
    </small>
  )
}
