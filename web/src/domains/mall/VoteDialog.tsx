import { voteCast } from '@xueheng/contract/domains/mall/vote-calls.ts'
import { type VoteOption, voteSet } from '@xueheng/contract/domains/mall/vote-set.ts'
import { ref, text } from '@xueheng/contract/kit/field.ts'
import { Select } from 'antd'
import { useMemo } from 'react'
import { callApi } from '../../platform/api/client.ts'
import type { InputProps } from '../../platform/crud/fields/field-view.ts'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'
import type { NamedField } from '../../platform/crud/row.ts'
import { FormDialog } from '../../platform/form/FormDialog.tsx'
import { useT } from '../../platform/i18n/i18n.ts'

const FIELDS: NamedField[] = [
  ['parentId', ref('家长', 'userparentinfo', { required: true })],
  ['optionIds', text('选项', { required: true, message: '请选择选项' })],
]

/** A ballot for a parent who has no program at hand. */
export function VoteDialog({ vote, onClose }: { vote: CrudRow; onClose: () => void }) {
  const t = useT()
  const inputs = useMemo(() => ({ optionIds: (props: InputProps) => <OptionInput {...props} vote={vote} /> }), [vote])
  return (
    <FormDialog
      title={`${t('代家长投票')} · ${String(vote['title'])}`}
      fields={FIELDS}
      inputs={inputs}
      work={({ parentId, optionIds }) =>
        callApi(voteCast, { id: vote.id, parentId: String(parentId), optionIds: String(optionIds).split('\n') })
      }
      changes={[voteSet, ['vote-result']]}
      onClose={onClose}
    />
  )
}

/** The chosen ones, one a line, as a field of text holds them. */
function OptionInput({ id, value, onChange, vote }: InputProps & { vote: CrudRow }) {
  const options = (vote['options'] ?? []) as VoteOption[]
  const chosen = typeof value === 'string' && value !== '' ? value.split('\n') : []
  return (
    <Select
      id={id}
      mode="multiple"
      maxCount={Number(vote['maxChoices'] ?? 1)}
      value={chosen}
      options={options.map((option) => ({ value: option.id, label: option.title }))}
      onChange={(next) => onChange?.(next.join('\n'))}
    />
  )
}
