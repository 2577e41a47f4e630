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

/** How a picker stands whose entries come from a query: on their way, or not to be had, with another try. */
export function pickerState({ isFetching, error, refetch }: Found): PickerState {
  return {
    loading: isFetching,
    status: error ? 'error' : '',
    notFoundContent: error ? <NotLoaded error={error} onRetry={() => void refetch()} /> : undefined,
  }
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
