import type { Paper, PaperTextCalls } from '@xueheng/contract/domains/report/paper.ts'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { useT } from '../../../platform/i18n/i18n.ts'
import { type Asked, PaperTextsDialog } from './PaperTextsDialog.tsx'

interface PaperTextsInputProps {
  paper: Paper
  calls: PaperTextCalls
  examId: string
}

/** Opens the texts of the documents that the units of the form would print. */
export function PaperTextsInput({ paper, calls, examId }: PaperTextsInputProps) {
  const t = useT()
  const form = Form.useFormInstance()
  const [asked, ask] = useState<Asked>()

  function open(): void {
    const typed: Record<string, unknown> = form.getFieldsValue([...paper.units])
    const units = Object.entries(typed).flatMap(([name, code]) => (code ? [[name, String(code)] as const] : []))
    ask({ examId, ...Object.fromEntries(units) })
  }

  return (
    <>
      <Button onClick={open}>{t('核对与改写')}</Button>
      {asked && <PaperTextsDialog {...{ calls, asked }} title={paper.title} onClose={() => ask(undefined)} />}
    </>
  )
}
