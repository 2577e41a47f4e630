import { importCreateClasses, importMissingClasses } from '@xueheng/contract/domains/exam/import-answers.ts'
import { useQuery } from '@tanstack/react-query'
import { Button, Checkbox } from 'antd'
import { useState } from 'react'
import { callApi } from '../../../platform/api/client.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import { AppModal } from '../../../platform/ui/AppModal.tsx'
import { Empty } from '../../../platform/ui/Empty.tsx'
import { ErrorState } from '../../../platform/ui/ErrorState.tsx'
import { message } from '../../../platform/ui/message.ts'
import type { Wizard } from './use-wizard.ts'

/** Asks which of the missing classes to make, by school and name; nothing is ticked beforehand. */
export function MissingClasses({ wizard, onClose }: { wizard: Wizard; onClose: () => void }) {
  const t = useT()
  const { batchId } = wizard
  const [ticked, setTicked] = useState<string[]>([])
  const found = useQuery({
    queryKey: ['exam', wizard.examId, 'missing', batchId],
    queryFn: () => callApi(importMissingClasses, { batchId }),
    gcTime: 0,
  })
  const classes = (found.data ?? []).map((one) => ({ ...one, key: `${one.schoolCode} ${one.classNo}` }))

  async function create(): Promise<void> {
    const chosen = classes.filter(({ key }) => ticked.includes(key))
    const input = {
      batchId,
      classes: chosen.map(({ schoolCode, classNo }) => ({ schoolCode, classNo: Number(classNo) })),
    }
    const isTaken = await wizard.act(async () => {
      const answer = await callApi(importCreateClasses, input)
      message.success(t('新建了 {n} 个班级', { n: answer?.created ?? 0 }))
    })
    if (isTaken) onClose()
  }

  return (
    <AppModal
      open
      title={t('新建缺少的班级')}
      onCancel={onClose}
      loading={found.isPending}
      footer={
        <Button type="primary" disabled={ticked.length === 0 || wizard.isBusy} onClick={() => void create()}>
          {t('新建所选的 {n} 个班级', { n: ticked.length })}
        </Button>
      }
    >
      {found.error && <ErrorState error={found.error} onRetry={() => void found.refetch()} />}
      {found.data?.length === 0 && <Empty title={t('没有缺少的班级')} />}
      <Checkbox.Group value={ticked} onChange={setTicked} className="imp-missing">
        {classes.map(({ key, schoolName, className, classNo, num }) => (
          <Checkbox key={key} value={key} disabled={!classNo}>
            {schoolName} {className} · {t('{n} 行', { n: num })}
          </Checkbox>
        ))}
      </Checkbox.Group>
    </AppModal>
  )
}
