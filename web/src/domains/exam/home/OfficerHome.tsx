import { batchStates, examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { IMPORT_KINDS } from '@xueheng/contract/domains/exam/import-kinds.ts'
import { importBatchFields, importList } from '@xueheng/contract/domains/exam/import.ts'
import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import type { Row } from '@xueheng/contract/kit/field.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { Link } from 'react-router'
import { callApi, get } from '../../../platform/api/client.ts'
import { formatMoment } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { openTab } from '../../../platform/tabs/tab.ts'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { nextStep } from '../desk/next-step.ts'
import { EXAMS_PATH, type Exam, deskPath, isProcessing, isStale, wizardPath } from '../exam.ts'
import { useExamFacts } from '../exam-facts.ts'
import { StateBadge } from '../StateBadge.tsx'
import { LateOf } from './LateSchools.tsx'

type Batch = Row<typeof importBatchFields>

const { published, sealed } = examStates.states
const MOST_EXAMS = 5
const MOST_BATCHES = 30
const OPEN_STATES: number[] = [
  batchStates.states.faulty.value,
  batchStates.states.checked.value,
  batchStates.states.failed.value,
]

export function OfficerHome() {
  return (
    <>
      <OpenExams />
      <OpenBatches />
    </>
  )
}

/** Exams on their way to being published, each with its next step. */
function OpenExams() {
  const t = useT()
  const exams = useQuery({
    queryKey: ['crud', examInfo.name, 'open'],
    queryFn: () => get<Page<Exam>>(`${examInfo.paths[0]}/list`, { current: 1, size: 50 }),
  })
  if (exams.error) return <ErrorState error={exams.error} onRetry={() => void exams.refetch()} />
  if (!exams.data) return <Skeleton rows={3} />
  const open = exams.data.records.filter(isOpen).slice(0, MOST_EXAMS)
  return (
    <section className="exam-home" aria-label={t('进行中的考试')}>
      <h2>{t('进行中的考试')}</h2>
      {open.length === 0 ? (
        <Empty
          title={t('没有进行中的考试')}
          hint={t('新建考试后，这里会提示每一步该做什么')}
          action={<Button onClick={() => openTab(EXAMS_PATH)}>{t('考试信息')}</Button>}
        />
      ) : (
        <ul className="exam-cards">
          {open.map((exam) => (
            <ExamCard key={exam.id} exam={exam} />
          ))}
        </ul>
      )}
    </section>
  )
}

function isOpen(exam: Exam): boolean {
  const isPublic = exam.examStatus === published.value || exam.examStatus === sealed.value
  return !isPublic || isStale(exam)
}

function ExamCard({ exam }: { exam: Exam }) {
  const t = useT()
  const facts = useExamFacts(exam.id, isProcessing(exam))
  const step = facts && nextStep(exam, facts)
  const isImport = step?.kind === 'student' || step?.kind === 'score'
  return (
    <li className="exam-card">
      <div>
        <Link to={deskPath(exam.id)}>{exam.examName}</Link>
        <StateBadge status={exam.examStatus ?? 0} />
      </div>
      <p>{step ? t(step.text) : '…'}</p>
      <LateOf examId={exam.id} />
      {step && (
        <Button
          type="primary"
          onClick={() => openTab(isImport ? wizardPath(exam.id, step.kind as 'student' | 'score') : deskPath(exam.id))}
        >
          {t(step.label)}
        </Button>
      )}
    </li>
  )
}

/** Uploaded workbooks that wait for somebody: faults to mend, warnings to confirm. */
function OpenBatches() {
  const t = useT()
  const can = useCan()
  const batches = useQuery({
    queryKey: ['exam', 'batches', 'open'],
    queryFn: () => callApi(importList, { current: 1, size: MOST_BATCHES }),
    enabled: can('examinfo_import'),
  })
  const open = batches.data?.records.filter((batch) => OPEN_STATES.includes(batch.status)) ?? []
  if (open.length === 0) return null
  return (
    <section className="exam-home" aria-label={t('待处理的导入')}>
      <h2>{t('待处理的导入')}</h2>
      <ul className="exam-open">
        {open.map((batch) => (
          <OpenBatch key={batch.batchId} batch={batch} />
        ))}
      </ul>
    </section>
  )
}

function OpenBatch({ batch }: { batch: Batch }) {
  const t = useT()
  const { faulty } = batchStates.states
  const isFaulty = batch.status === faulty.value && batch.counts.faulty > 0
  const text = isFaulty ? t('{n} 行有错误', { n: batch.counts.faulty }) : t(batch.message || '等待确认导入')
  return (
    <li>
      <Link to={wizardPath(batch.examId, batch.kind, batch.batchId)}>
        {t(IMPORT_KINDS[batch.kind].title)} · {batch.examName}
      </Link>
      <span className={batch.status === faulty.value ? 'is-faulty' : undefined}>{text}</span>
      <small>{formatMoment(batch.createTime)}</small>
    </li>
  )
}
