import {
  type CorrectionLine,
  MOST_LINES,
  submitCorrections,
} from '@xueheng/contract/domains/exam/score-correction-calls.ts'
import { examScoreCorrection } from '@xueheng/contract/domains/exam/score-correction.ts'
import { paragraph } from '@xueheng/contract/kit/field.ts'
import { Form } from 'antd'
import { useState } from 'react'
import { useAction } from '../../../platform/action/use-action.ts'
import { ApiError, callApi } from '../../../platform/api/client.ts'
import { FormFields } from '../../../platform/crud/FormFields.tsx'
import type { NamedField } from '../../../platform/crud/row.ts'
import { FormModal } from '../../../platform/form/FormModal.tsx'
import type { Values } from '../../../platform/form/values.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { message } from '../../../platform/ui/message.ts'
import { RefusalNote } from '../../../platform/ui/RefusalNote.tsx'
import { readPasted, writePasted } from './paste-lines.ts'
import '../desk/css/part.css'

interface Refused extends CorrectionLine {
  why: string
}

const { examId: EXAM, reason } = submitCorrections.input
const LINES = paragraph('更正的成绩', {
  required: true,
  length: 40_000,
  help: '每行一条：考号、科目、更正后的成绩（分数，或缺考、作弊、违纪、缓考、免考）；更正一道小题的写考号、科目、题号、得分；可从表格复制粘贴',
})

/** Brings in corrections of several students at once; lines that are refused stay, each with its reason. */
export function BulkCorrection({ examId, onClose }: { examId?: string | undefined; onClose: () => void }) {
  const t = useT()
  const [form] = Form.useForm<Values>()
  const [refused, setRefused] = useState<Refused[]>([])
  const fields: NamedField[] = [...(examId ? [] : [['examId', EXAM] as const]), ['lines', LINES], ['reason', reason]]

  async function send(typed: Values): Promise<number> {
    const lines = wholeLines(String(typed['lines'] ?? ''), t)
    const exam = examId ?? String(typed['examId'])
    const results = await callApi(submitCorrections, { examId: exam, lines, reason: String(typed['reason'] ?? '') })
    const left = results.flatMap(({ lineNo, isDone, message: why }) => {
      const line = lines[lineNo - 1]
      return isDone || !line ? [] : [{ ...line, why }]
    })
    setRefused(left)
    form.setFieldValue('lines', writePasted(left))
    if (left.length === 0) onClose()
    return lines.length - left.length
  }

  const sending = useAction(send, {
    form,
    changes: [examScoreCorrection],
    done: '',
    onDone: (count) => count > 0 && message.success(t('已提交 {n} 条更正，待审批', { n: count })),
  })

  return (
    <FormModal
      title={t('批量更正成绩')}
      width={640}
      form={form}
      initial={{}}
      above={
        <>
          <RefusalNote text={sending.refusal} />
          <RefusedLines refused={refused} />
        </>
      }
      okText={t('提交审批')}
      isBusy={sending.isBusy}
      onSubmit={(typed) => void sending.run(typed)}
      onClose={onClose}
    >
      <FormFields fields={fields} mode="add" isNarrow />
    </FormModal>
  )
}

function wholeLines(text: string, t: ReturnType<typeof useT>): CorrectionLine[] {
  const { lines, broken } = readPasted(text)
  const problem =
    broken.length > 0
      ? t('第 {lines} 行不是考号、科目、成绩三项，也不是考号、科目、题号、得分四项', {
          lines: broken.slice(0, 5).join('、'),
        })
      : lines.length > MOST_LINES
        ? t('一次最多更正 {n} 条成绩', { n: MOST_LINES })
        : undefined
  if (problem) throw new ApiError(400, problem, [{ field: 'lines', message: problem }])
  return lines
}

function RefusedLines({ refused }: { refused: Refused[] }) {
  const t = useT()
  if (refused.length === 0) return null
  return (
    <div className="exam-alert" role="alert">
      {t('{n} 条没有受理，改正后可再提交：', { n: refused.length })}
      <ul>
        {refused.map(({ studentNumber, courseName, questionNo, newScore, why }, index) => (
          <li key={index}>
            {[studentNumber, t(courseName), questionNo, newScore].filter(Boolean).join(' ')}：{t(why)}
          </li>
        ))}
      </ul>
    </div>
  )
}
