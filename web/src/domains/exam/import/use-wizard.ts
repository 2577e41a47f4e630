import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { IMPORT_KINDS } from '@xueheng/contract/domains/exam/import-kinds.ts'
import { importDetail, type ImportKind } from '@xueheng/contract/domains/exam/import.ts'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshChanges } from '../../../platform/action/changes.ts'
import { useAction } from '../../../platform/action/use-action.ts'
import { callApi, get } from '../../../platform/api/client.ts'
import { type JobView, isOver, readJobs, useJob } from '../../../platform/jobs/jobs.ts'
import { useTabSearch, useTabState } from '../../../platform/tabs/tab.ts'
import { type Exam, examChanges } from '../exam.ts'
import { type Batch, type StepCode, canOpen, isWorking, stepOf } from './wizard-steps.ts'

const POLL_MS = 1200

export interface Wizard {
  examId: string
  kind: ImportKind
  batchId: string
  exam: Exam | undefined
  batch: Batch | undefined
  job: JobView | undefined
  error: unknown
  step: StepCode
  /** Whether something is being sent, or the server is at work on the batch. */
  isBusy: boolean
  choose: (next: { examId?: string; kind?: ImportKind; batchId?: string | undefined }) => void
  open: (step: StepCode) => void
  /** Runs a call that starts a job, then follows it. Answers whether it was accepted. */
  act: (work: () => Promise<unknown>, step?: StepCode) => Promise<boolean>
  refresh: () => Promise<unknown>
}

/** The state of the wizard: the address says which batch, the batch says which step. */
export function useWizard(): Wizard {
  const client = useQueryClient()
  const [search, change] = useTabSearch()
  const examId = search.get('examId') ?? ''
  const batchId = search.get('batchId') ?? ''
  const asked = search.get('kind') ?? ''
  const kind = Object.hasOwn(IMPORT_KINDS, asked) ? (asked as ImportKind) : 'student'
  const [wanted, setWanted] = useTabState<StepCode | ''>(`step-${batchId}`, '')
  const exam = useQuery({
    queryKey: ['crud', examInfo.name, 'one', examId],
    queryFn: () => get<Exam>(`${examInfo.paths[0]}/detail`, { id: examId }),
    enabled: examId !== '',
  })
  const found = useQuery({
    queryKey: ['exam', examId, 'batch', batchId],
    queryFn: () => callApi(importDetail, { batchId }) as Promise<Batch>,
    enabled: batchId !== '',
    placeholderData: (old, query) => (query?.queryKey[3] === batchId ? keepPreviousData(old) : undefined),
    refetchInterval: (query) => (query.state.data && isWorking(query.state.data) ? POLL_MS : false),
  })
  const batch = batchId ? found.data : undefined
  const job = useJob(batch?.jobId || undefined)
  const jobState = job?.state
  useEffect(() => {
    if (batchId && jobState && jobState !== 'waiting') void refreshChanges(client, examChanges(examId))
  }, [client, examId, batchId, jobState])
  const hasExam = examId !== ''
  const step = wanted && canOpen(wanted, batch, hasExam) ? wanted : stepOf(batch, hasExam)

  const acting = useAction((work: () => Promise<unknown>, _next?: StepCode) => work(), {
    done: '',
    changes: [['exam', examId, 'batch', batchId]],
    onDone: (_answer, _work, next) => {
      setWanted(next ?? '')
      void readJobs().catch(() => undefined)
    },
  })

  return {
    examId,
    kind,
    batchId,
    exam: exam.data,
    batch,
    job,
    error: (batchId ? found.error : null) ?? exam.error,
    step,
    isBusy: acting.isBusy || isWorkedOn(batch, job),
    choose: (next) => change(next),
    open: setWanted,
    act: acting.run,
    refresh: () => Promise.all([exam.refetch(), batchId ? found.refetch() : undefined]),
  }
}

/** A job that broke off leaves its batch as it stood: nobody is at work on it any more. */
function isWorkedOn(batch: Batch | undefined, job: JobView | undefined): boolean {
  return batch !== undefined && isWorking(batch) && !(job && isOver(job) && job.state !== 'done')
}
