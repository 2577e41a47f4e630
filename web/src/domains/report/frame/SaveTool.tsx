import { StarOutlined } from '@ant-design/icons'
import { savedReport } from '@xueheng/contract/domains/report/saved-report.ts'
import { flag } from '@xueheng/contract/kit/field.ts'
import { useState } from 'react'
import { post } from '../../../platform/api/client.ts'
import { lazyPart } from '../../../platform/crud/lazy-part.tsx'
import type { NamedField } from '../../../platform/crud/row.ts'
import type { Values } from '../../../platform/form/values.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useCan } from '../../../platform/session/session.ts'
import { Tool } from '../../../platform/ui/Tool.tsx'
import { viewOf } from '../saved-view.ts'
import type { ReportAddress } from './use-report.ts'

const FormDialog = lazyPart(async () => (await import('../../../platform/form/FormDialog.tsx')).FormDialog)

const { name, shareScope, remark } = savedReport.fields
const FIELDS: NamedField[] = [
  ['name', name],
  ['shareScope', shareScope],
  ['isThisExam', flag('固定为这次考试', { default: 0, help: '不固定时，每次打开最近一次考试' })],
  ['remark', remark],
]

interface SaveToolProps {
  address: ReportAddress
  examId: string | undefined
  /** What the report is called, which is the first proposal. */
  name: string
}

/** Keeps what the screen shows (filters, columns, order, chart) under a name, for the own use or shared. */
export function SaveTool({ address, examId, name: proposal }: SaveToolProps) {
  const t = useT()
  const can = useCan()
  const [isOpen, setOpen] = useState(false)
  if (!can(`${savedReport.permission}_add`)) return null

  function save({ isThisExam, ...typed }: Values): Promise<unknown> {
    return post(`${savedReport.paths[0]}/save`, {
      body: { ...viewOf(address), ...typed, examId: isThisExam === 1 ? examId : undefined },
    })
  }

  return (
    <>
      <Tool label={t('保存为我的报表')} icon={<StarOutlined />} onClick={() => setOpen(true)} />
      {isOpen && (
        <FormDialog
          title={t('保存为我的报表')}
          fields={FIELDS}
          initial={{ name: proposal, shareScope: shareScope.default, isThisExam: 0 }}
          work={save}
          changes={[savedReport]}
          okText={t('保存')}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
