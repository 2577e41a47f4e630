import type { Output } from '@xueheng/contract/kit/call.ts'
import {
  previewRetention,
  retentionRows,
  retentionRule,
  runRetention,
} from '@xueheng/contract/domains/privacy/retention-rule.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Segmented } from 'antd'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { formatNumber, formatSchoolYear, formatTime } from '../../platform/i18n/format.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useCan } from '../../platform/session/session.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { PagedTable } from '../../platform/ui/PagedTable.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'

interface RetentionPreviewProps {
  rule: CrudRow
  onClose: () => void
}

/** What a rule would clear away by study year and row by row; those who may, carry it out. */
export function RetentionPreview({ rule, onClose }: RetentionPreviewProps) {
  const t = useT()
  const can = useCan()
  const [isAsked, ask] = useState(false)
  const { data, error, refetch } = useQuery({
    queryKey: ['crud', retentionRule.name, 'preview', rule.id],
    queryFn: () => callApi(previewRetention, { id: rule.id }),
  })
  const mayRun = can('retentionrule_run') && data !== null && data !== undefined && data.total > 0
  return (
    <AppModal
      open
      width={760}
      title={`${t(previewRetention.title)} · ${String(rule['ruleName'] ?? '')}`}
      onCancel={onClose}
      footer={
        <Button danger disabled={!mayRun} onClick={() => ask(true)}>
          {t(runRetention.title)}
        </Button>
      }
    >
      {error ? (
        <ErrorState error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <PreviewedRows rule={rule} shown={data} />
      ) : (
        <Skeleton rows={3} />
      )}
      {isAsked && data && (
        <CallDialog
          call={runRetention}
          given={{ id: rule.id, digest: data.digest }}
          okText={t(runRetention.title)}
          done="已开始清理，可在“任务中心”查看"
          changes={[retentionRule]}
          isDanger
          onDone={onClose}
          onClose={() => ask(false)}
        >
          <p>{t('清理的数据进入回收站，到期后彻底清除。请输入“{phrase}”确认', { phrase: data.phrase })}</p>
        </CallDialog>
      )}
    </AppModal>
  )
}

type Preview = NonNullable<Output<typeof previewRetention>>

/** How many rows go and how many stay, with the years of the first and the reasons of the others, and either of them. */
function PreviewedRows({ rule, shown }: { rule: CrudRow; shown: Preview }) {
  const t = useT()
  const [isKept, choose] = useState(false)
  const { cutoff, total, years, keptTotal, stays } = shown
  const counted = isKept
    ? stays.map(({ reason, num }) => `${t(reason)} ${formatNumber(num)}`)
    : years.map(({ studyYear, num }) => `${formatSchoolYear(studyYear)} ${formatNumber(num)}`)
  return (
    <>
      <p>
        {t('{day} 以前的数据，可以清理 {n} 条，仍要保留 {m} 条', {
          day: formatTime(cutoff),
          n: formatNumber(total),
          m: formatNumber(keptTotal),
        })}
      </p>
      <Segmented
        value={isKept ? 1 : 0}
        onChange={(value) => choose(value === 1)}
        options={[
          { value: 0, label: t('可以清理 {n}', { n: formatNumber(total) }) },
          { value: 1, label: t('仍要保留 {n}', { n: formatNumber(keptTotal) }) },
        ]}
      />
      <p>{counted.join(' · ')}</p>
      <PastRows key={String(isKept)} ruleId={rule.id} isKept={isKept} />
    </>
  )
}

type PastRow = Output<typeof retentionRows>['records'][number]

function PastRows({ ruleId, isKept }: { ruleId: string; isKept: boolean }) {
  const t = useT()
  return (
    <PagedTable<PastRow>
      name={['crud', retentionRule.name, 'rows', ruleId, isKept]}
      read={(page) => callApi(retentionRows, { ruleId, isKept: isKept ? 1 : 0, ...page })}
      keyOf={({ id }) => id}
      columns={[
        { title: t('学生姓名'), dataIndex: 'studentName' },
        { title: t('学籍号'), dataIndex: 'studentCode' },
        { title: t('学校'), dataIndex: 'schoolName' },
        { title: t('起算日期'), dataIndex: 'eventDate', render: (day: string | null) => formatTime(day) },
        ...(isKept ? [{ title: t('保留的原因'), dataIndex: 'reason', render: (reason: string) => t(reason) }] : []),
      ]}
    />
  )
}
