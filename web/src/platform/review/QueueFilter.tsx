import type { Field } from '@xueheng/contract/kit/field.ts'
import { Input, Select } from 'antd'
import { viewOf } from '../crud/fields/kinds.ts'
import { useT } from '../i18n/i18n.ts'
import { statesFrom } from './step-states.ts'
import type { QueueOptions } from './use-queue.ts'
import type { ReviewState } from './use-review.ts'

interface QueueFilterProps extends QueueOptions {
  state: ReviewState
}

/** Which rows stand in the queue: those that wait, or finished ones to look at again. */
export function QueueFilter({ review, step, filters, state }: QueueFilterProps) {
  const t = useT()
  const fields = review.entity.fields as Record<string, Field>
  const named = statesFrom(review, step).flatMap((name) => review.states.states[name] ?? [])
  const isWaiting = (value: number): boolean => state.waiting.split(',').includes(String(value))
  const waiting = named.filter(({ value }) => isWaiting(value)).map(({ title }) => t(title))
  const others = named.filter(({ value }) => !isWaiting(value))
  const options = [
    { value: state.waiting, label: waiting.join(' / ') },
    ...others.map(({ value, title }) => ({ value: String(value), label: t(title) })),
  ]
  return (
    <div className="review-filter" role="search">
      <Select
        aria-label={t(fields[review.column]?.label ?? '')}
        value={state.state}
        options={options}
        onChange={(value: string) => state.filter({ [review.column]: value })}
      />
      {filters.map((name) => (
        <FieldSearch
          key={name}
          field={fields[name] as Field}
          value={state.filters[name]}
          onSearch={(value) => state.filter({ [name]: value || undefined })}
        />
      ))}
    </div>
  )
}

interface FieldSearchProps {
  field: Field
  value: string | undefined
  onSearch: (value: string) => void
}

/** What is picked counts at once, what is typed when it is sent. */
function FieldSearch({ field, value, onSearch }: FieldSearchProps) {
  const t = useT()
  const { Filter, isPicked } = viewOf(field)
  const label = t(field.label)
  if (!isPicked) {
    return <Input.Search aria-label={label} defaultValue={value} allowClear placeholder={label} onSearch={onSearch} />
  }
  return (
    <label className="review-pick">
      <span>{label}</span>
      <Filter field={field} value={value} placeholder={label} onChange={(next) => onSearch(String(next ?? ''))} />
    </label>
  )
}
