import { Alert } from 'antd'
import { useT } from '../../platform/i18n/i18n.ts'

interface FindingsProps {
  title: string
  faults: readonly string[]
  warnings: readonly string[]
}

/** What a check of a process found, line by line. */
export function Findings({ title, faults, warnings }: FindingsProps) {
  const t = useT()
  const lines = [...faults, ...warnings]
  return (
    <Alert
      className="xh-refusal"
      showIcon
      type={faults.length > 0 ? 'error' : warnings.length > 0 ? 'warning' : 'success'}
      title={title}
      description={lines.length === 0 ? t('没有发现问题') : lines.map((line) => <p key={line}>{t(line)}</p>)}
    />
  )
}
