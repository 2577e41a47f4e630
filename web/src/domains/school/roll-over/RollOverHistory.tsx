import { revertRollOver, rollOverList } from '@xueheng/contract/domains/school/roll-over.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { Button, Table } from 'antd'
import { useAction } from '../../../platform/action/use-action.ts'
import { callApi } from '../../../platform/api/client.ts'
import { formatTime } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { readJobs } from '../../../platform/jobs/jobs.ts'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { ROLL_OVER_CHANGES, useRollOvers } from './use-roll-over.ts'

type RollOver = Output<typeof rollOverList>[number]

/** What was carried out, by whom, and the way back while there is one. */
export function RollOverHistory({ isBusy }: { isBusy: boolean }) {
  const t = useT()
  const found = useRollOvers()
  if (found.error) return <ErrorState error={found.error} onRetry={() => void found.refetch()} />
  if (!found.data?.length) return null
  const count = (title: string, dataIndex: keyof RollOver) => ({ title: t(title), dataIndex, align: 'right' as const })
  return (
    <section className="roll-over-history" aria-label={t('学年升级记录')}>
      <h2>{t('学年升级记录')}</h2>
      <Table<RollOver>
        size="small"
        rowKey="id"
        dataSource={found.data}
        pagination={false}
        scroll={{ x: 'max-content' }}
        columns={[
          { title: t('学年'), key: 'year', render: (row: RollOver) => yearText(row.studyYear) },
          count('升级班级', 'classNum'),
          count('升级学生', 'studentNum'),
          count('毕业班级', 'graduatedNum'),
          count('毕业学生', 'graduateNum'),
          { title: t('操作人'), dataIndex: 'userName' },
          { title: t('升级时间'), key: 'time', render: (row: RollOver) => formatTime(row.createTime) },
          {
            title: t('撤销'),
            key: 'revert',
            render: (row: RollOver) => <Revert row={row} isBusy={isBusy} />,
          },
        ]}
      />
    </section>
  )
}

interface RevertProps {
  row: RollOver
  isBusy: boolean
}

function Revert({ row, isBusy }: RevertProps) {
  const t = useT()
  const reverting = useAction(
    async () => {
      await callApi(revertRollOver, { id: row.id })
      await readJobs()
    },
    {
      confirm: () => ({
        text: t('班级和学生回到{year}学年；升级之后手工改过的内容保持不变。', { year: yearText(row.studyYear) }),
        title: t('撤销学年升级'),
        okText: t('撤销'),
        isDanger: true,
      }),
      done: '',
      changes: ROLL_OVER_CHANGES,
    },
  )
  if (row.revertTime) return `${row.revertUser} ${formatTime(row.revertTime)}`
  return (
    <Button
      size="small"
      danger
      disabled={row.canRevert !== 1 || isBusy}
      loading={reverting.isBusy}
      title={row.canRevert === 1 ? undefined : t('只有最近一次、三十天之内的学年升级可以撤销')}
      onClick={() => void reverting.run()}
    >
      {t('撤销')}
    </Button>
  )
}

/** A study year runs into the next. */
export function yearText(year: number): string {
  return `${year}–${year + 1}`
}
