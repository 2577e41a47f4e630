import type { Output } from '@xueheng/contract/kit/call.ts'
import type { studentsToGather } from '@xueheng/contract/domains/exam/collected/collected-calls.ts'
import { Alert, Table } from 'antd'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import './taken-over.css'

type Outcome = NonNullable<Output<typeof studentsToGather>>

const TILES = [
  { key: 'fresh', title: '新增', tone: 'good' },
  { key: 'changed', title: '更新', tone: 'primary' },
  { key: 'unchanged', title: '不变', tone: 'quiet' },
  { key: 'leftNum', title: '不带入', tone: 'warn' },
] as const

/** What would come over, and why the others stay behind, with the first of their names. */
export function TakenOver({ outcome, warning }: { outcome: Outcome; warning: string | undefined }) {
  const t = useT()
  return (
    <>
      {warning && <Alert type="warning" showIcon title={t(warning)} />}
      <dl className="taken-tiles">
        {TILES.map(({ key, title, tone }) => (
          <div key={key} data-tone={outcome[key] > 0 ? tone : 'quiet'}>
            <dt>{t(title)}</dt>
            <dd>{formatNumber(outcome[key])}</dd>
          </div>
        ))}
      </dl>
      {outcome.leftOut.length > 0 && (
        <Table
          size="small"
          rowKey="reason"
          dataSource={outcome.leftOut}
          pagination={false}
          scroll={{ x: 'max-content' }}
          columns={[
            { title: t('不带入的原因'), dataIndex: 'reason', render: (reason: string) => t(reason) },
            { title: t('条数'), dataIndex: 'num', align: 'right', render: (num: number) => formatNumber(num) },
            {
              title: t('哪些'),
              dataIndex: 'names',
              render: (names: string[], { num }) => `${names.join('、')}${num > names.length ? '…' : ''}`,
            },
          ]}
        />
      )}
    </>
  )
}
