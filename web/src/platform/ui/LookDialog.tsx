import type { UseQueryResult } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../i18n/i18n.ts'
import { AppModal } from './AppModal.tsx'
import { ErrorState } from './ErrorState.tsx'
import { Skeleton } from './Skeleton.tsx'

interface LookDialogProps<T> {
  title: string
  /** What is to happen, as it was asked for. */
  asked: UseQueryResult<T>
  /** The button that lets it happen: its text, and whether there is anything to do. */
  ok: { text: string; isEmpty: boolean; isBusy: boolean; run: () => void }
  onClose: () => void
  children: (data: NonNullable<T>) => ReactNode
}

/** Shows what is to happen before it does. */
export function LookDialog<T>({ title, asked, ok, onClose, children }: LookDialogProps<T>) {
  const t = useT()
  const { data, error, refetch } = asked
  return (
    <AppModal
      open
      title={t(title)}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('取消')}</Button>
          <Button type="primary" disabled={ok.isEmpty} loading={ok.isBusy} onClick={ok.run}>
            {ok.text}
          </Button>
        </>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        children(data)
      ) : (
        <Skeleton rows={3} />
      )}
    </AppModal>
  )
}
