import { Table } from 'antd'
import { formatNumber } from '../../../../platform/i18n/format.ts'
import { useT } from '../../../../platform/i18n/i18n.ts'
import { AppModal } from '../../../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../../../platform/ui/ErrorState.tsx'
import { type MarkLine, type QuotaLine, useMarkQuotas } from './use-marking.ts'

const COUNTS = [
  ['teacherNum', '上报教师'],
  ['paperNum', '答卷数'],
  ['quotaNum', '名额'],
  ['mostNum', '最多可抽'],
  ['pulledNum', '待确认'],
  ['confirmedNum', '已确认'],
  ['returnedNum', '已退回'],
  ['freeNum', '可再抽'],
] as const

/** How the places of a course are shared among the schools, and the rule in a sentence. */
export function QuotaDialog({ line, onClose }: { line: MarkLine; onClose: () => void }) {
  const t = useT()
  const { data, error, isPending, refetch } = useMarkQuotas(line.taskId, line.courseName)
  return (
    <AppModal
      open
      width={860}
      title={t('各校名额：{course}，共需{num}人', { course: t(line.courseName), num: line.needNum ?? 0 })}
      footer={null}
      onCancel={onClose}
    >
      <p className="exam-task-hint">
        {t('名额按各校上报的该科教师数分配，余下的给余数最大的学校；校内按种子抽。')}
        {line.isOwnExcluded === 1 && t('回避本校答卷时，一校最多可抽的人数，要留够外校教师评完它的答卷。')}
      </p>
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : (
        <Table<QuotaLine>
          size="small"
          rowKey="schoolCode"
          loading={isPending}
          dataSource={data ?? []}
          pagination={{ size: 'small', defaultPageSize: 10, hideOnSinglePage: true, showSizeChanger: false }}
          scroll={{ x: 'max-content' }}
          columns={[
            { dataIndex: 'schoolName', title: t('学校') },
            ...COUNTS.map(([dataIndex, title]) => ({
              dataIndex,
              title: t(title),
              align: 'right' as const,
              render: (num: number | null) => (num === null ? '—' : formatNumber(num)),
            })),
          ]}
        />
      )}
    </AppModal>
  )
}
