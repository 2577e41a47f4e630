import { CONTRAST_EXAMS } from '@xueheng/contract/domains/report/contrast.ts'
import { contrastItems } from '@xueheng/contract/domains/report/contrast-item.ts'
import { useQuery } from '@tanstack/react-query'
import { Select } from 'antd'
import { callApi } from '../../platform/api/client.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { selectState } from '../../platform/ui/picker-state.tsx'
import type { ExamChoice } from '../exam/index.ts'
import { examIdsOf, examJsonOf } from './contrast-exams.ts'
import type { ReportAddress } from './frame/use-report.ts'
import './contrast-picker.css'

interface ContrastPickerProps {
  address: ReportAddress
  exams: ExamChoice[]
}

/** Which exams are set side by side, in the order they were held, and by which items. */
export function ContrastPicker({ address, exams }: ContrastPickerProps) {
  const t = useT()
  const items = useQuery({
    queryKey: ['labels', contrastItems.name],
    queryFn: () => callApi(contrastItems),
    staleTime: 300_000,
  })
  const codes = (address.values.itemCodes ?? '').split(',').filter(Boolean)

  function chooseExams(ids: string[]): void {
    const chosen = exams.filter(({ id }) => ids.includes(id))
    address.set({ examJson: examJsonOf(chosen), examId: chosen[0]?.id })
  }

  return (
    <>
      <Select
        mode="multiple"
        className="contrast-exams"
        aria-label={t('比较的考试')}
        value={examIdsOf(address.values.examJson)}
        onChange={chooseExams}
        maxCount={CONTRAST_EXAMS.max}
        maxTagCount="responsive"
        placeholder={t('请选择考试')}
        showSearch={{ optionFilterProp: 'label' }}
        popupMatchSelectWidth={360}
        options={exams.map(({ id, examName, packageVersion }) => ({
          value: id,
          label: examName,
          disabled: packageVersion === 0,
        }))}
      />
      <Select
        mode="multiple"
        className="contrast-items"
        aria-label={t('对比指标')}
        value={codes}
        onChange={(next: string[]) => address.set({ itemCodes: next.join(',') || undefined })}
        maxTagCount="responsive"
        {...selectState(items)}
        options={(items.data ?? []).map(({ itemCode, itemName }) => ({ value: itemCode, label: t(itemName) }))}
      />
    </>
  )
}
