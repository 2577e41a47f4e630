import { submitCorrections } from '@xueheng/contract/domains/exam/score-correction-calls.ts'
import { examScoreCorrection } from '@xueheng/contract/domains/exam/score-correction.ts'
import { text } from '@xueheng/contract/kit/field.ts'
import { ApiError, callApi } from '../../../platform/api/client.ts'
import { FormDialog } from '../../../platform/form/FormDialog.tsx'
import type { Values } from '../../../platform/form/values.ts'
import { useT } from '../../../platform/i18n/i18n.ts'

interface QuestionCorrectionProps {
  examId: string
  row: {
    studentNumber: string
    studentName: string
    courseName: string
    questionNo: string
    questionScore: number | null
    score: number | null
  }
  onClose: () => void
}

const { reason } = submitCorrections.input

/** Asks for another mark of one student for one archived question. */
export function QuestionCorrection({ examId, row, onClose }: QuestionCorrectionProps) {
  const t = useT()
  const { studentNumber, studentName, courseName, questionNo, questionScore, score } = row
  const help = t('归档得分 {mark}，满分 {full}', { mark: score ?? t('未作答'), full: questionScore ?? '' })

  async function send(typed: Values): Promise<void> {
    const lines = [{ studentNumber, courseName, questionNo, newScore: String(typed['newScore']).trim() }]
    const [result] = await callApi(submitCorrections, { examId, lines, reason: String(typed['reason'] ?? '') })
    if (result?.isDone === 0) throw new ApiError(400, result.message, [{ field: 'newScore', message: result.message }])
  }

  return (
    <FormDialog
      title={t('更正小题分')}
      fields={[
        ['newScore', text('更正为', { required: true, length: 20, help })],
        ['reason', reason],
      ]}
      work={send}
      okText={t('提交审批')}
      done={t('已提交 {n} 条更正，待审批', { n: 1 })}
      changes={[examScoreCorrection]}
      onClose={onClose}
    >
      <p className="exam-quiet">
        {[studentNumber, studentName, t(courseName), t('第{n}题', { n: questionNo })].join(' · ')}
      </p>
    </FormDialog>
  )
}
