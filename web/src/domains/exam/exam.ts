import { examInfo } from '@xueheng/contract/domains/exam/exam-info.ts'
import { type ExamAction, examStates } from '@xueheng/contract/domains/exam/exam-states.ts'
import type { ImportKind } from '@xueheng/contract/domains/exam/import.ts'
import type { EntityRow } from '@xueheng/contract/kit/entity.ts'
import { canDo, stateOf } from '@xueheng/contract/kit/states.ts'
import { useQuery } from '@tanstack/react-query'
import { menu } from '../../platform/declared/declared.ts'
import type { Change } from '../../platform/action/changes.ts'
import { type Action, type ActionOptions, useAction } from '../../platform/action/use-action.ts'
import { get } from '../../platform/api/client.ts'
import { t } from '../../platform/i18n/i18n.ts'

export type Exam = EntityRow<typeof examInfo.fields>

/** Address of a screen of the exam group, by the code of its menu node. */
function pathOf(code: string): string {
  const nodes = menu.flatMap((group) => group.children ?? [])
  return nodes.find((node) => node.code === code)?.path ?? '/wel/index'
}

export const EXAMS_PATH = pathOf('exam_info')
/** The list of students that are brought in. */
export const ROSTER_PATH = pathOf('exam_student_import')
/** What every student earned of every question. */
export const QUESTIONS_PATH = pathOf('exam_question_score')
const WIZARD_PATH = pathOf('exam_import')

export function deskPath(examId: string, part?: string): string {
  return `${EXAMS_PATH}/${examId}${part ? `?part=${part}` : ''}`
}

export function wizardPath(examId: string, kind: ImportKind, batchId?: string): string {
  return `${WIZARD_PATH}?${new URLSearchParams({ examId, kind, ...(batchId && { batchId }) })}`
}

export function statusOf(exam: Pick<Exam, 'examStatus'>): number {
  return exam.examStatus ?? 0
}

export function stateTitle(status: number): string {
  return examStates.states[stateOf(examStates, status)].title
}

/** Why an action may not be taken now, in the words the server would refuse it with; nothing when it may. */
export function whyNot(exam: Exam, action: ExamAction): string | undefined {
  const status = statusOf(exam)
  if (canDo(examStates, action, status)) return undefined
  return t('当前状态为「{state}」，不能{action}', {
    state: t(stateTitle(status)),
    action: t(examStates.actions[action].title),
  })
}

/** The package was made from older data than there is now. */
export function isStale(exam: Exam): boolean {
  return (exam.packageVersion ?? 0) > 0 && exam.packageDataVersion !== exam.dataVersion
}

export function isProcessing(exam: Exam): boolean {
  return statusOf(exam) === examStates.states.processing.value
}

const POLL_MS = 2000

/** One exam; while it is being computed it is read again and again. */
export function useExam(examId: string) {
  return useQuery({
    queryKey: examKey(examId),
    queryFn: () => get<Exam>(`${examInfo.paths[0]}/detail`, { id: examId }),
    refetchInterval: (query) => (query.state.data && isProcessing(query.state.data) ? POLL_MS : false),
  })
}

/** Below the list's own key, so that a change in the list's form is noticed here too. */
function examKey(examId: string): string[] {
  return ['crud', examInfo.name, 'one', examId]
}

/** Key of whatever is read of one exam; `examChanges` holds all of it, and so does what is told when somebody else changes it. */
export function factKey(examId: string, fact: string, ...more: unknown[]): unknown[] {
  return ['exam', examId, fact, ...more]
}

/** Everything that shows an exam: written wherever the exam is written. */
export function examChanges(examId: string): Change[] {
  return [examInfo, ['exam', examId], ['courses', examId]]
}

/** An action on an exam: what shows the exam is read again. */
export function useExamAction<A extends unknown[], T>(
  examId: string,
  work: (...given: A) => Promise<T>,
  options: ActionOptions<A, T> = {},
): Action<A> {
  return useAction(work, { ...options, changes: examChanges(examId) })
}
