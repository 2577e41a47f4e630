import type { Output } from '@xueheng/contract/kit/call.ts'
import {
  previewRetention,
  retentionRows,
  retentionRule,
  runRetention,
} from '@xueheng/contract/domains/privacy/retention-rule.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useState } from 'react'
import { callApi } from '../../platform/api/client.ts'
import type { CrudRow } from '../../platform/crud/CrudPage.tsx'
import { CallDialog } from '../../platform/form/CallDialog.tsx'
import { formatNumber, formatSchoolYear } from '../../platform/i18n/format.ts'
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
        <>
          <p>{t('{day} 以前共 {n} 条', { day: data.cutoff, n: formatNumber(data.total) })}</p>
          <p>
            {data.years.map(({ studyYear, num }) => `${formatSchoolYear(studyYear)}：${formatNumber(num)}`).join(' · ')}
          </p>
          <DueRows ruleId={rule.id} />
        </>
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

type Due = Output<typeof retentionRows>['records'][number]

function DueRows({ ruleId }: { ruleId: string }) {
  const t = useT()
  return (
    <PagedTable<Due>
      name={['crud', retentionRule.name, 'rows', ruleId]}
      read={(page) => callApi(retentionRows, { ruleId, ...page })}
      keyOf={({ id }) => id}
      columns={[
        { title: t('学生姓名'), dataIndex: 'studentName' },
        { title: t('学籍号'), dataIndex: 'studentCode' },
        { title: t('学校'), dataIndex: 'schoolName' },
        { title: t('起算日期'), dataIndex: 'eventDate' },
      ]}
    />
  )
}
