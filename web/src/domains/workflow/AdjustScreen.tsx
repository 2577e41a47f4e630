import { Button, type FormInstance } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'

interface AdjustScreenProps {
  form: Pick<FormInstance, 'submit'>
  isBusy: boolean
  onGiveUp: () => void
  /** The form. */
  children: ReactNode
}

/** Where a request that came back is changed and handed in again, or given up. */
export function AdjustScreen({ form, isBusy, onGiveUp, children }: AdjustScreenProps) {
  const t = useT()
  return (
    <section className="flow-sheet" aria-label={t('调整申请')}>
      <h2>{t('调整申请')}</h2>
      {children}
      <div className="flow-buttons">
        <Button type="primary" loading={isBusy} onClick={form.submit}>
          {t('重新提交')}
        </Button>
        <Button danger loading={isBusy} onClick={onGiveUp}>
          {t('放弃申请')}
        </Button>
      </div>
    </section>
  )
}
