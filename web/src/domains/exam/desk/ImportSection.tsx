import { examScoreImport } from '@xueheng/contract/domains/exam/exam-score-import.ts'
import { examStudentImport } from '@xueheng/contract/domains/exam/exam-student-import.ts'
import { examTeacherImport } from '@xueheng/contract/domains/exam/exam-teacher-import.ts'
import { importBatchFields, importList, type RowKind } from '@xueheng/contract/domains/exam/import.ts'
import { IMPORT_KINDS } from '@xueheng/contract/domains/exam/import-kinds.ts'
import type { Page } from '@xueheng/contract/kit/page.ts'
import type { Row } from '@xueheng/contract/kit/field.ts'
import { batchStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import { stateOf } from '@xueheng/contract/kit/states.ts'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { callApi, get } from '../../../platform/api/client.ts'
import { formatMoment, formatNumber } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { openTab } from '../../../platform/tabs/tab.ts'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { type Exam, factKey, wizardPath } from '../exam.ts'
import { useExamSummary } from '../exam-facts.ts'
import { FromCollection, ToCollection, isCollected } from '../collected/CollectedButton.tsx'
import { GatedButton } from '../GatedButton.tsx'
import type { TermName } from '../../../platform/ui/Term.tsx'
import { PartHead } from '../PartHead.tsx'
import { CheckPanel } from './CheckPanel.tsx'
import { ClearButton } from './ClearButton.tsx'
import { QuestionEntry } from '../question/QuestionEntry.tsx'
import type { PartProps } from './part-props.ts'
import { UnarchiveButton } from './UnarchiveButton.tsx'

type Batch = Row<typeof importBatchFields>

const KINDS: { kind: RowKind; entity: { paths: string[] }; rows: string; button: string }[] = [
  { kind: 'student', entity: examStudentImport, rows: '/bigdata/exam/examStudentImport', button: '导入考生' },
  {
    kind: 'score',
    entity: examScoreImport,
    rows: '/bigdata/score/examScoreStudentCourseImport',
    button: '导入成绩',
  },
  { kind: 'teacher', entity: examTeacherImport, rows: '/bigdata/exam/examTeacherCourseImport', button: '导入任课' },
]
const SHOWN_BATCHES = 5

const ARCHIVING: TermName[] = ['归档']

/** 导入: what is in, the last batches with the ways back into the wizard, and what the check said. */
export function ImportSection({ exam, work }: PartProps) {
  const checks = useExamSummary(exam.id).data?.checks ?? []
  return (
    <>
      <PartHead
        terms={ARCHIVING}
        title="导入"
        hint="工作簿在导入向导里识别、校验、改错，确认后一次写入。归档前都可以撤销。"
      />
      <div className="exam-kinds">
        {KINDS.map((one) => (
          <Kind key={one.kind} exam={exam} work={work} of={one} />
        ))}
        <QuestionEntry exam={exam} />
      </div>
      {checks.length > 0 && <CheckPanel exam={exam} work={work} checks={checks} />}
    </>
  )
}

function Kind({ exam, work, of }: PartProps & { of: (typeof KINDS)[number] }) {
  const t = useT()
  const can = useCan()
  const { title, unit, action } = IMPORT_KINDS[of.kind]
  const stored = useQuery({
    queryKey: factKey(exam.id, 'rows', of.kind),
    queryFn: () => get<Page<unknown>>(`${of.entity.paths[0]}/list`, { examId_equal: exam.id, current: 1, size: 1 }),
  })
  const batches = useQuery({
    queryKey: factKey(exam.id, 'batches', of.kind),
    queryFn: () => callApi(importList, { examId: exam.id, kind: of.kind, current: 1, size: SHOWN_BATCHES }),
    enabled: can('examinfo_import'),
  })
  const rows = stored.data?.total ?? 0
  const failed = [stored, batches].filter(({ error }) => error)
  return (
    <section className="exam-kind" aria-label={t(title)}>
      <header>
        <h3>{t(title)}</h3>
        <p>
          <b>{stored.error ? '—' : formatNumber(rows)}</b> {t(unit)}
        </p>
      </header>
      <div className="exam-kind-actions">
        <GatedButton
          exam={exam}
          action={action}
          code="examinfo_import"
          type={rows === 0 ? 'primary' : 'default'}
          onClick={() => openTab(wizardPath(exam.id, of.kind))}
        >
          {t(of.button)}
        </GatedButton>
        {isCollected(of.kind) && <FromCollection exam={exam} kind={of.kind} />}
        {rows > 0 && isCollected(of.kind) && <ToCollection exam={exam} kind={of.kind} />}
        {rows > 0 && <Button onClick={() => openTab(`${of.rows}?examId=${exam.id}`)}>{t('查看明细')}</Button>}
        {rows > 0 && <ClearButton exam={exam} kind={of.kind} />}
        <UnarchiveButton exam={exam} work={work} kind={of.kind} />
      </div>
      {failed.length > 0 ? (
        <ErrorState error={failed[0]?.error} onRetry={() => void Promise.all(failed.map((one) => one.refetch()))} />
      ) : batches.data ? (
        <BatchList exam={exam} batches={batches.data.records} />
      ) : (
        can('examinfo_import') && <Skeleton rows={2} />
      )}
    </section>
  )
}

function BatchList({ exam, batches }: { exam: Exam; batches: Batch[] }) {
  const t = useT()
  if (batches.length === 0) return <p className="exam-quiet">{t('还没有导入过工作簿')}</p>
  return (
    <ul className="exam-batches">
      {batches.map((batch) => (
        <li key={batch.batchId}>
          <button
            type="button"
            className="crud-link"
            onClick={() => openTab(wizardPath(exam.id, batch.kind, batch.batchId))}
          >
            {batch.files.map((file) => file.fileName).join('、') || batch.batchId}
          </button>
          <BatchState status={batch.status} />
          <small>
            {formatMoment(batch.createTime)} {batch.createUserName} ·{' '}
            {t('新增 {fresh}，变更 {changed}，未变 {unchanged}，错误 {faulty}', { ...batch.counts })}
          </small>
        </li>
      ))}
    </ul>
  )
}

function BatchState({ status }: { status: number }) {
  const t = useT()
  const state = stateOf(batchStates, status)
  return <span className={`exam-batch-state is-${state}`}>{t(batchStates.states[state].title)}</span>
}
