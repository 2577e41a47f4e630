import { useDictOptions } from '../../platform/crud/lookups.ts'
import { formatNumber, formatTime } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { Empty } from '../../platform/ui/Empty.tsx'

export interface PointRecord {
  id: string
  bizType: number
  title: string
  point: number
  balanceAfter: number
  description: string | null
  operatorName: string | null
  createTime: string
}

/** What came and went, with the balance after each. */
export function Ledger({ records }: { records: PointRecord[] }) {
  const t = useT()
  const kinds = useDictOptions('integral_biz_type').options
  if (records.length === 0) return <Empty title={t('还没有积分记录')} />
  return (
    <div className="integral-scroll">
      <table className="integral-ledger">
        <thead>
          <tr>
            <th scope="col">{t('时间')}</th>
            <th scope="col">{t('业务类型')}</th>
            <th scope="col">{t('说明')}</th>
            <th scope="col" className="is-number">
              {t('积分')}
            </th>
            <th scope="col" className="is-number">
              {t('余额')}
            </th>
            <th scope="col">{t('操作人')}</th>
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record.id}>
              <td>
                <time>{formatTime(record.createTime)}</time>
              </td>
              <td>{kinds.find((kind) => kind.value === String(record.bizType))?.label ?? record.bizType}</td>
              <td>{[t(record.title), record.description].filter(Boolean).join(' · ')}</td>
              <td className={record.point > 0 ? 'is-number is-in' : 'is-number is-out'}>
                {record.point > 0 ? '+' : '−'}
                {formatNumber(Math.abs(record.point))}
              </td>
              <td className="is-number">{formatNumber(record.balanceAfter)}</td>
              <td>{record.operatorName}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
