import { CHECK_RULES, type CheckCode } from '@xueheng/contract/domains/exam/check-rules.ts'
import type { PlacedFault } from '@xueheng/contract/domains/exam/import-mend.ts'
import { AutoComplete, Button } from 'antd'
import { useId, useState } from 'react'
import { formatNumber } from '../../../../platform/i18n/format.ts'
import { useT } from '../../../../platform/i18n/i18n.ts'
import { AppModal } from '../../../../platform/ui/AppModal.tsx'

interface AlikeDialogProps {
  /** The fault at hand, and all that are like it, itself among them. */
  fault: PlacedFault
  alike: readonly PlacedFault[]
  title: string
  placeOf: (fault: PlacedFault) => string
  options: readonly string[]
  /** What the cell at hand holds now. */
  text: string
  onMend: (text: string) => void
  onClose: () => void
}

/** One new value for everything alike; how many cells that changes, and in which files, is said first. */
export function AlikeDialog({ fault, alike, title, placeOf, options, text, onMend, onClose }: AlikeDialogProps) {
  const t = useT()
  const id = useId()
  const [value, setValue] = useState(text)
  const places = new Map<string, number>()
  for (const one of alike) places.set(placeOf(one), (places.get(placeOf(one)) ?? 0) + 1)
  const count = formatNumber(alike.length)
  const rule = CHECK_RULES[fault.code as CheckCode]?.title ?? fault.code
  return (
    <AppModal
      open
      title={t('相同的问题一起改')}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('取消')}</Button>
          <Button type="primary" disabled={value.trim() === fault.value} onClick={() => onMend(value.trim())}>
            {t('修改 {n} 格', { n: count })}
          </Button>
        </>
      }
    >
      <p>
        {t('「{title}」为「{value}」且提示“{rule}”的共 {n} 格：', {
          title,
          value: fault.value || t('（空）'),
          rule: t(rule),
          n: count,
        })}
      </p>
      <ul className="mend-places">
        {[...places].map(([place, num]) => (
          <li key={place}>
            {place} <b>{formatNumber(num)}</b>
          </li>
        ))}
      </ul>
      <label className="imp-label" htmlFor={id}>
        {t('全部改为')}
      </label>
      <AutoComplete
        id={id}
        autoFocus
        className="mend-value"
        // Above, where it does not cover the button that comes next.
        placement="topLeft"
        value={value}
        options={options.map((one) => ({ value: one }))}
        showSearch={{ filterOption: (typed, option) => typed === text || (option?.value ?? '').includes(typed) }}
        onChange={setValue}
      />
    </AppModal>
  )
}
