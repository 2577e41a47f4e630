import type { audit1, audit1List } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import { Button } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useRef } from 'react'
import { usePhone } from '../../../platform/crud/use-phone.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { EntryDetail } from '../EntryDetail.tsx'
import { DecisionBar } from './DecisionBar.tsx'
import { Queue } from './Queue.tsx'
import { useAudit } from './use-audit.ts'
import { QueueFilter } from './QueueFilter.tsx'
import './audit.css'

export interface AuditDeskProps {
  title: string
  list: Pick<typeof audit1List, 'path' | 'name'>
  decide: Pick<typeof audit1, 'path'>
  waiting: 'waitSchool' | 'waitBureau'
}

/** The queue at the left, the entry at the right, the decision below it; after a decision comes the next entry. */
export function AuditDesk(props: AuditDeskProps) {
  const t = useT()
  const isPhone = usePhone()
  const audit = useAudit(props)
  const opinion = useRef<TextAreaRef>(null)
  const { current, queue } = audit

  function onKey(key: string): boolean {
    if (key === 'j' || key === 'ArrowDown') audit.move(1)
    else if (key === 'k' || key === 'ArrowUp') audit.move(-1)
    else if (key === 'p') void audit.decide(true)
    else if (key === 'r') opinion.current?.focus()
    else return false
    return true
  }

  return (
    <PageFrame
      isFilled={!isPhone}
      title={t(props.title)}
      hint={!isPhone && t('↑↓ 换一条 · P 通过 · R 写驳回原因 · Ctrl+Enter 驳回')}
      extra={
        audit.picked.length > 0 && (
          <Button type="primary" loading={audit.isBusy} onClick={() => void audit.passPicked()}>
            {t('批量通过（{n}）', { n: audit.picked.length })}
          </Button>
        )
      }
    >
      <div className="audit">
        <section className="audit-queue" aria-label={t('待办列表')}>
          <QueueFilter audit={audit} waiting={props.waiting} />
          {queue.error ? (
            <ErrorState error={queue.error} onRetry={() => void queue.refetch()} />
          ) : queue.isPending ? (
            <Skeleton rows={6} />
          ) : audit.entries.length === 0 ? (
            <Empty title={t('没有待审核的档案')} hint={t('新提交的档案会出现在这里')} />
          ) : (
            <Queue audit={audit} onKey={onKey} />
          )}
        </section>
        <section className="audit-entry" aria-label={t('档案内容')}>
          {current ? (
            <>
              <div className="audit-paper">
                <EntryDetail key={current.id} entry={current} />
              </div>
              {audit.mayDecide && <DecisionBar key={`${current.id}-bar`} audit={audit} opinion={opinion} />}
            </>
          ) : (
            !queue.isPending && <Empty title={t('选择左侧的一条查看')} />
          )}
        </section>
      </div>
    </PageFrame>
  )
}
