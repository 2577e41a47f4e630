import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../i18n/i18n.ts'
import { wordsOf } from './message.ts'
import './state.css'

interface Found {
  isFetching: boolean
  error: unknown
  refetch: () => unknown
}

interface PickerState {
  loading: boolean
  status: 'error' | ''
  /** In place of the entries; the picker's own words without it. */
  notFoundContent: ReactNode
}

interface SelectState extends PickerState {
  /** What is picked: by its name; while that is on its way no number stands in its place. */
  labelRender: (picked: { label?: ReactNode; value?: string | number | undefined }) => ReactNode
}

/** How a picker stands whose entries come from a query: on their way, or not to be had, with another try. */
export function pickerState({ isFetching, error, refetch }: Found): PickerState {
  return {
    loading: isFetching,
    status: error ? 'error' : '',
    notFoundContent: error ? <NotLoaded error={error} onRetry={() => void refetch()} /> : undefined,
  }
}

/** The same of a `Select`, which draws what is picked as it is told. */
export function selectState(found: Found): SelectState {
  return { ...pickerState(found), labelRender: ({ label, value }) => label ?? (found.isFetching ? '…' : value) }
}

function NotLoaded({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useT()
  return (
    <div className="xh-picker-fault" role="alert">
      {wordsOf(error)}
      <Button type="link" size="small" onClick={onRetry}>
        {t('重试')}
      </Button>
    </div>
  )
}
