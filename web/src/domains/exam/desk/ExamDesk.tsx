import { useEffect } from 'react'
import { useT } from '../../../platform/i18n/i18n.ts'
import { setTabDirty, useTabPath, useTabSearch, useTabState, useTabTitle } from '../../../platform/tabs/tab.ts'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import { useCurrentInView } from '../../../platform/ui/use-current-in-view.ts'
import { type Exam, isProcessing, useExam } from '../exam.ts'
import { useExamFacts } from '../exam-facts.ts'
import { useExamJob } from '../use-exam-job.ts'
import { DeskHead } from './DeskHead.tsx'
import { NextStepBar } from './NextStepBar.tsx'
import { type NextStep, nextStep } from './next-step.ts'
import { PARTS } from './parts.ts'
import './desk.css'

/** Everything about one exam: where it stands, what comes next, and the parts of the work. */
export function ExamDesk({ examId }: { examId: string }) {
  const exam = useExam(examId)
  useTabTitle(exam.data?.examName)
  if (exam.error && !exam.data) return <ErrorState error={exam.error} onRetry={() => void exam.refetch()} />
  return exam.data ? <Desk exam={exam.data} /> : <Skeleton rows={10} />
}

function Desk({ exam }: { exam: Exam }) {
  const t = useT()
  const work = useExamJob(exam.id)
  const facts = useExamFacts(exam.id, work.isBusy || isProcessing(exam))
  const step = facts && nextStep(exam, facts)
  const [search, setSearch] = useTabSearch()
  const first = useFirstPart(step)
  const partOf = (key: string | null | undefined) => PARTS.find((one) => one.key === key)
  const part = partOf(search.get('part')) ?? partOf(first)
  const parts = useCurrentInView<HTMLElement>(part?.key)
  useUnsaved()

  return (
    <article className="exam-desk">
      <DeskHead exam={exam} />
      {step ? (
        <NextStepBar {...{ exam, step, work }} onPart={(next) => setSearch({ part: next })} />
      ) : (
        <div className="exam-next is-waiting" />
      )}
      <nav ref={parts} className="exam-parts" aria-label={t('考试的各项工作')}>
        {PARTS.map((one) => (
          <button
            key={one.key}
            type="button"
            aria-current={one === part ? 'page' : undefined}
            onClick={() => setSearch({ part: one.key })}
          >
            {t(one.title)}
          </button>
        ))}
      </nav>
      <section className="exam-part" aria-label={part && t(part.title)}>
        {part ? <part.Section exam={exam} work={work} /> : <Skeleton rows={6} />}
      </section>
    </article>
  )
}

/** Where the next step was taken when the desk was opened; it does not move under the user's hands. */
function useFirstPart(step: NextStep | undefined): string {
  const [first, setFirst] = useTabState('first-part', '')
  const found = step ? PART_OF[step.kind] : ''
  useEffect(() => {
    if (first === '' && found !== '') setFirst(found)
  })
  return first || found
}

/** Drafts outlive the part they are typed in, so it is the desk that marks the tab as unsaved. */
function useUnsaved(): void {
  const tab = useTabPath()
  const [courses] = useTabState<object | null>('courses', null)
  const [rule] = useTabState<object | null>('rule', null)
  const [schools] = useTabState<object>('schools', {})
  const [lines] = useTabState<object | null>('lines', null)
  const [levels] = useTabState<object | null>('levels', null)
  const drafts = [courses, rule, lines, levels]
  const isUnsaved = drafts.some((draft) => draft !== null) || Object.keys(schools).length > 0
  useEffect(() => setTabDirty(isUnsaved, tab), [isUnsaved, tab])
}

/** The part shown when the address names none: where the next step is taken. */
const PART_OF: Record<NextStep['kind'], string> = {
  course: 'course',
  student: 'import',
  score: 'import',
  check: 'import',
  mend: 'import',
  confirm: 'import',
  archive: 'summary',
  archiveQuestion: 'import',
  process: 'progress',
  wait: 'progress',
  package: 'package',
  publish: 'package',
  republish: 'package',
  read: 'package',
}
