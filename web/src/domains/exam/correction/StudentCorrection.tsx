import { archivedScores, submitCorrections } from '@xueheng/contract/domains/exam/score-correction-calls.ts'
import { examScoreCorrection } from '@xueheng/contract/domains/exam/score-correction.ts'
import type { Output } from '@xueheng/contract/kit/call.ts'
import { text } from '@xueheng/contract/kit/field.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { refreshChanges } from '../../../platform/action/changes.ts'
import { ApiError, callApi } from '../../../platform/api/client.ts'
import type { NamedField } from '../../../platform/crud/row.ts'
import { FormDialog } from '../../../platform/form/FormDialog.tsx'
import type { Values } from '../../../platform/form/values.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { AppModal } from '../../../platform/ui/AppModal.tsx'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { message } from '../../../platform/ui/message.ts'
import { Skeleton } from '../../../platform/ui/Skeleton.tsx'
import '../desk/css/part.css'

type ArchivedScore = Output<typeof archivedScores>[number]

interface StudentCorrectionProps {
  examId: string
  studentNumber: string
  onClose: () => void
}

/** Asks for other marks of one student: each course with its mark in the archive, and one reason. */
export function StudentCorrection({ examId, studentNumber, onClose }: StudentCorrectionProps) {
  const t = useT()
  const found = useQuery({
    queryKey: ['exam', examId, 'archived', studentNumber],
    queryFn: () => callApi(archivedScores, { examId, studentNumber }),
  })
  const scores = found.data ?? []
  if (scores.length > 0) return <MarksForm {...{ examId, studentNumber, onClose, scores }} />
  return (
    <AppModal open title={t('更正成绩')} footer={null} onCancel={onClose}>
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.isPending ? (
        <Skeleton rows={4} />
      ) : (
        <Empty title={t('没有归档的成绩')} hint={t('考试归档之后才能更正；归档之前请直接修改导入的成绩')} />
      )}
    </AppModal>
  )
}

const { reason } = submitCorrections.input
const CHANGES = [examScoreCorrection]

/** Fields are named by the course behind a mark, so that no course is taken for the reason. */
const nameOf = (courseName: string) => `mark:${courseName}`

function MarksForm({ examId, studentNumber, onClose, scores }: StudentCorrectionProps & { scores: ArchivedScore[] }) {
  const t = useT()
  const client = useQueryClient()
  /** Courses whose corrections stand while others were refused; they are not asked for again. */
  const [taken, setTaken] = useState<readonly string[]>([])
  const open = scores.filter(({ courseName }) => !taken.includes(courseName))
  const [{ studentName, schoolName, examClass } = { studentName: '', schoolName: '', examClass: '' }] = scores
  const marks = open.map(({ courseName, oldScore, examScore }): NamedField => [
    nameOf(courseName),
    text(courseName, { length: 20, help: t('归档成绩 {mark}，满分 {full}', { mark: oldScore, full: examScore }) }),
  ])

  const doneText = (count: number) => t('已提交 {n} 条更正，待审批', { n: count })

  async function send(typed: Values): Promise<number> {
    const lines = open.flatMap(({ courseName }) => {
      const newScore = String(typed[nameOf(courseName)] ?? '').trim()
      return newScore === '' ? [] : [{ studentNumber, courseName, newScore }]
    })
    if (lines.length === 0) throw new ApiError(400, t('请至少填写一科更正后的成绩'))
    const results = await callApi(submitCorrections, { examId, lines, reason: String(typed['reason'] ?? '') })
    const told = results.map((result) => ({ ...result, courseName: lines[result.lineNo - 1]?.courseName ?? '' }))
    const refused = told.filter((one) => one.isDone === 0)
    if (refused.length === 0) return lines.length
    await keepTaken(told.filter((one) => one.isDone === 1).map((one) => one.courseName))
    const problems = refused.map((one) => ({ field: nameOf(one.courseName), message: one.message }))
    throw new ApiError(400, problems[0]?.message ?? '', problems)
  }

  async function keepTaken(courses: string[]): Promise<void> {
    if (courses.length === 0) return
    setTaken([...taken, ...courses])
    message.success(doneText(courses.length))
    await refreshChanges(client, CHANGES)
  }

  return (
    <FormDialog
      title={[t('更正成绩'), studentName].join(' · ')}
      fields={[...marks, ['reason', reason]]}
      work={send}
      okText={t('提交审批')}
      done={doneText}
      changes={CHANGES}
      onClose={onClose}
    >
      <p className="exam-quiet">
        {[studentNumber, schoolName, examClass].join(' · ')}
        {t('；只填写要更正的科目')}
      </p>
    </FormDialog>
  )
}
