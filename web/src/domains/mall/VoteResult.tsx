import { useQuery } from '@tanstack/react-query'
import { voteResult, voteVerify } from '@xueheng/contract/domains/mall/vote-calls.ts'
import { Alert } from 'antd'
import { callApi } from '../../platform/api/client.ts'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'
import { formatNumber } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import './mall.css'

/** Who has how many votes, counted from the ballots, and whether every ballot is as it was cast. */
export function VoteResult({ vote, onClose }: { vote: CrudRow; onClose: () => void }) {
  const t = useT()
  const asked = { id: vote.id }
  const found = useQuery({
    queryKey: ['vote-result', vote.id],
    queryFn: async () => ({ rows: await callApi(voteResult, asked), check: await callApi(voteVerify, asked) }),
    gcTime: 0,
  })
  return (
    <AppModal open title={`${t('投票结果')} · ${String(vote['title'])}`} width={640} footer={null} onCancel={onClose}>
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : !found.data ? (
        <Skeleton rows={4} />
      ) : (
        <div className="integral">
          {found.data.check && (
            <Alert
              showIcon
              type={found.data.check.isIntact === 1 ? 'success' : 'error'}
              title={t(found.data.check.text)}
            />
          )}
          <Standings rows={found.data.rows} />
        </div>
      )}
    </AppModal>
  )
}

interface Standing {
  optionId: string
  title: string
  votes: number
  place: number
}

function Standings({ rows }: { rows: Standing[] }) {
  const t = useT()
  return (
    <div className="integral-scroll">
      <table className="integral-ledger">
        <thead>
          <tr>
            <th scope="col">{t('名次')}</th>
            <th scope="col" className="is-number">
              {t('票数')}
            </th>
            <th scope="col">{t('选项')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.optionId}>
              <td>{row.place}</td>
              <td className="is-number">{formatNumber(row.votes)}</td>
              <td>{row.title}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
