import { Button, Input } from 'antd'
import type { Field } from '@xueheng/contract/kit/field.ts'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import type { KeyboardEvent, RefObject } from 'react'
import { useT } from '../i18n/i18n.ts'
import { viewOf } from '../crud/fields/kinds.ts'
import { OpinionPicker } from './OpinionPicker.tsx'
import type { ReviewState } from './use-review.ts'

interface DecisionBarProps {
  state: ReviewState
  opinion: RefObject<TextAreaRef | null>
}

/** The opinion and the two ways to decide; Ctrl+Enter in the opinion refuses. */
export function DecisionBar({ state, opinion }: DecisionBarProps) {
  const t = useT()
  const { mayPass, mayReject, step } = state
  const words = { pass: '通过审核', reject: '驳回', revoke: '撤销通过', ...step.words }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    void state.decide(false)
  }

  return (
    <div className="review-decision">
      {state.amendable.map(([name, field]) => (
        <Amendment key={name} name={name} field={field} state={state} />
      ))}
      {mayReject && <OpinionPicker onPick={state.setOpinion} />}
      {mayReject && (
        <Input.TextArea
          ref={opinion}
          aria-label={t('审核意见')}
          value={state.opinion}
          onChange={(event) => state.setOpinion(event.target.value)}
          onKeyDown={onKeyDown}
          autoSize={{ minRows: 1, maxRows: 4 }}
          maxLength={state.opinionField.length}
          placeholder={t('审核意见，驳回时必填')}
        />
      )}
      {mayReject && (
        <Button danger loading={state.isBusy} onClick={() => void state.decide(false)}>
          {t(mayPass ? words.reject : words.revoke)}
        </Button>
      )}
      {mayPass && (
        <Button type="primary" loading={state.isBusy} onClick={() => void state.decide(true)}>
          {t(words.pass)}
        </Button>
      )}
    </div>
  )
}

/** A value of the row that may be set otherwise with the decision. */
function Amendment({ name, field, state }: { name: string; field: Field; state: ReviewState }) {
  const t = useT()
  const { Input: FieldInput } = viewOf(field)
  const { current, amendments } = state
  if (!current) return null
  const value = amendments.of(current)[name] ?? current[name]
  return (
    <label className="review-amendment">
      <span>{t(field.label)}</span>
      <FieldInput field={field} value={value} onChange={(next) => amendments.set(current, name, next)} />
    </label>
  )
}
