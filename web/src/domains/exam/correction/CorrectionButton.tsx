import { Button } from 'antd'
import { useState } from 'react'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { StudentCorrection } from './StudentCorrection.tsx'

interface CorrectionButtonProps {
  examId: string
  studentNumber: string
}

/** 更正成绩 of one student, for those who may ask for it. */
export function CorrectionButton({ examId, studentNumber }: CorrectionButtonProps) {
  const t = useT()
  const can = useCan()
  const [isOpen, setOpen] = useState(false)
  if (!can('examscorecorrection_add')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('更正成绩')}</Button>
      {isOpen && <StudentCorrection {...{ examId, studentNumber }} onClose={() => setOpen(false)} />}
    </>
  )
}
