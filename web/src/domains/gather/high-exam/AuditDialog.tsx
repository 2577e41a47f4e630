import {
  type auditArtStudentScore,
  type auditStudentScore,
  gatherHighExamScore,
} from '@xueheng/contract/domains/gather/high-exam-score.ts'
import { Radio } from 'antd'
import { post } from '../../../platform/api/client.ts'
import type { InputProps } from '../../../platform/crud/fields/field-view.ts'
import type { CrudRow } from '../../../platform/crud/CrudPage.tsx'
import { FormDialog } from '../../../platform/form/FormDialog.tsx'
import { useT } from '../../../platform/i18n/i18n.ts'

const PASS = 1
const REJECT = 2

interface AuditProps {
  call: typeof auditStudentScore | typeof auditArtStudentScore
  row: CrudRow
  onClose: () => void
}

/** One candidate: figures that may be mended, and the verdict. What is mended is written into the log of the row. */
export function AuditDialog({ call, row, onClose }: AuditProps) {
  const t = useT()
  const fields = Object.entries(call.input).filter(([name]) => name !== 'id' && name !== 'updateTime')
  const initial = { ...Object.fromEntries(fields.map(([name]) => [name, row[name]])), status: PASS, msg: undefined }
  return (
    <FormDialog
      title={`${t(call.title)}：${String(row['studentName'] ?? '')}`}
      fields={fields}
      initial={initial}
      inputs={{ status: Verdict }}
      work={(typed) => post(call.path, { body: { ...typed, id: row.id, updateTime: row['updateTime'] } })}
      changes={[gatherHighExamScore]}
      onClose={onClose}
    />
  )
}

function Verdict({ id, value, onChange }: InputProps) {
  const t = useT()
  return (
    <Radio.Group
      id={id}
      value={value}
      onChange={(event) => onChange?.(event.target.value)}
      options={[
        { value: PASS, label: t('通过') },
        { value: REJECT, label: t('驳回') },
      ]}
    />
  )
}
