import { batchStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { importList } from '@xueheng/contract/domains/exam/import.ts'
import { stateOf } from '@xueheng/contract/kit/states.ts'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../../../platform/api/client.ts'
import { formatMoment, formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import type { Wizard } from './use-wizard.ts'

/** Earlier batches of this exam and kind, each a way back into its wizard. */
export function BatchHistory({ wizard }: { wizard: Wizard }) {
  const t = useT()
  const { examId, kind } = wizard
  const batches = useQuery({
    queryKey: ['exam', examId, 'batches', kind, 'wizard'],
    queryFn: () => callApi(importList, { examId, kind, current: 1, size: 8 }),
  })
  const records = batches.data?.records ?? []
  if (records.length === 0) return null
  return (
    <section className="imp-history">
      <h3>{t('之前的批次')}</h3>
      <ul>
        {records.map((batch) => (
          <li key={batch.batchId}>
            <button type="button" onClick={() => wizard.choose({ batchId: batch.batchId })}>
              <b>{batch.files.map((file) => file.fileName).join('、') || t('没有文件')}</b>
              <span>
                {formatMoment(batch.createTime)} · {batch.createUserName} · {formatNumber(batch.counts.rows)} {t('行')}
              </span>
              <em data-state={stateOf(batchStates, batch.status)}>
                {t(batchStates.states[stateOf(batchStates, batch.status)].title)}
              </em>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}
