import { ARRANGE_PAPERS, printArrangement } from '@xueheng/contract/domains/exam/arrange/arrange-paper.ts'
import { paperSeal } from '@xueheng/contract/platform/paper.ts'
import { Button, Radio } from 'antd'
import { useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import type { InputProps } from '../../../platform/crud/fields/field-view.ts'
import { REASON_CHECK, reasonField } from '../../../platform/crud/ReasonDialog.tsx'
import { FormDialog } from '../../../platform/form/FormDialog.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'
import { readJobs } from '../../../platform/jobs/jobs.ts'
import { useCan } from '../../../platform/session/session.ts'
import { isAllowed } from './plan-steps.ts'
import type { Plan } from './use-arrange.ts'

const { paper, examRoomNo, schoolCode, format } = printArrangement.input
const INPUTS = { paper: PaperInput, format: FormatInput }

/** Papers of the plan, once it has numbers; the job goes on when the page is left. */
export function PrintButton({ plan }: { plan: Plan }) {
  const t = useT()
  const can = useCan()
  const [isOpen, setOpen] = useState(false)
  if (!can('examarrangetask_print') || !isAllowed(plan, 'print')) return null
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('印制材料')}</Button>
      {isOpen && (
        <FormDialog
          title={t('印制考务材料')}
          fields={[
            ['paper', paper],
            ['examRoomNo', examRoomNo],
            ['schoolCode', schoolCode],
            ['format', { ...format, help: '' }],
            ['reason', reasonField('导出个人信息的理由（将记入操作日志）')],
            ...Object.entries(paperSeal),
          ]}
          initial={{ paper: 'doorSheet', format: 'pdf' }}
          inputs={INPUTS}
          checks={REASON_CHECK}
          work={(typed) => callApi(printArrangement, { ...typed, id: plan.id })}
          done={t('已开始印制，完成后在任务中心下载')}
          okText={t('开始印制')}
          onDone={readJobs}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}

function PaperInput({ id, value, onChange }: InputProps) {
  const t = useT()
  return (
    <Radio.Group
      id={id ?? ''}
      value={value}
      onChange={(event) => onChange?.(event.target.value)}
      options={Object.entries(ARRANGE_PAPERS).map(([name, { title }]) => ({ value: name, label: t(title) }))}
    />
  )
}

function FormatInput({ id, value, onChange }: InputProps) {
  return (
    <Radio.Group
      id={id ?? ''}
      value={value}
      onChange={(event) => onChange?.(event.target.value)}
      options={[
        { value: 'pdf', label: 'PDF' },
        { value: 'xlsx', label: 'Excel' },
      ]}
    />
  )
}
