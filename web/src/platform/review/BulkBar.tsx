import { Alert, Button } from 'antd'
import { type ComponentType, useState } from 'react'
import type { AnyReview } from '@xueheng/contract/kit/domain.ts'
import type { CrudRow } from '../crud/row.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { useT } from '../i18n/i18n.ts'
import type { ReviewState } from './use-review.ts'

/** Decides about the picked rows, each for itself. */
export function BulkBar({ review, state }: { review: AnyReview; state: ReviewState }) {
  const t = useT()
  const [isAsking, ask] = useState(false)
  const n = state.picked.length
  if (n === 0) return null
  const [opinion = 'opinion'] = review.opinion as string[]
  return (
    <>
      {state.step.reject && (
        <Button danger loading={state.isBusy} onClick={() => ask(true)}>
          {t('批量驳回（{n}）', { n })}
        </Button>
      )}
      <Button type="primary" loading={state.isBusy} onClick={() => void state.bulk.pass.run()}>
        {t('批量通过（{n}）', { n })}
      </Button>
      {isAsking && (
        <FormDialog
          title={t('批量驳回（{n}）', { n })}
          fields={[[opinion, { ...state.opinionField, kind: 'paragraph', required: true, message: '请填写驳回原因' }]]}
          isDanger
          okText={t('驳回')}
          {...state.bulk.rejection}
          work={(typed) => state.bulk.rejection.work(String(typed[opinion] ?? ''))}
          onClose={() => ask(false)}
        />
      )}
    </>
  )
}

interface RefusedRowsProps {
  state: ReviewState
  /** What a row is called. */
  Name: ComponentType<{ row: CrudRow }>
}

/** Rows that were not decided with the others, and why. */
export function RefusedRows({ state, Name }: RefusedRowsProps) {
  const t = useT()
  const { refused, forgetRefused } = state.bulk
  if (refused.length === 0) return null
  return (
    <Alert
      className="review-refused"
      type="warning"
      showIcon
      closable={{ onClose: forgetRefused }}
      title={t('{n} 条没有办理', { n: refused.length })}
      description={
        <ul>
          {refused.map(({ row, message }) => (
            <li key={row.id}>
              <Name row={row} /> {t(message)}
            </li>
          ))}
        </ul>
      }
    />
  )
}
