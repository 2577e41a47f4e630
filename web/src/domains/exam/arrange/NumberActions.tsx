import * as students from '@xueheng/contract/domains/exam/arrange/arrange-student.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { CodeDialog } from './CodeDialog.tsx'
import { StepButton, type StepProps } from './StepButton.tsx'
import { isAllowed, typeOf } from './plan-steps.ts'

/** Numbers are made by a template. */
export function NumberActions({ plan }: StepProps) {
  const t = useT()
  const can = useCan()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {can('examarrangetaskstudent_edit') && isAllowed(plan, 'number') && (
        <Button size="small" type={typeOf(plan, 'numbers')} onClick={() => setOpen(true)}>
          {t('编考号')}
        </Button>
      )}
      <StepButton
        plan={plan}
        label="清除考号"
        action="clearNumbers"
        code="examarrangetaskstudent_edit"
        asked="已编的考号将清除，确定清除?"
        work={() => callApi(students.clearNumbers, { arrangeTaskId: plan.id })}
      />
      {isOpen && <CodeDialog plan={plan} onClose={() => setOpen(false)} />}
    </>
  )
}
