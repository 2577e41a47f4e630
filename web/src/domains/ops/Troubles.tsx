import type { OperationsView } from '@xueheng/contract/domains/ops/operations.ts'
import { Alert } from 'antd'
import { useT } from '../../platform/i18n/i18n.ts'
import { troublesOf } from './troubles.ts'

/** What is wrong and what to do, or that nothing is. */
export function Troubles({ view }: { view: OperationsView }) {
  const t = useT()
  const found = troublesOf(view)
  if (found.length === 0) return <Alert type="success" showIcon title={t('没有发现需要处理的问题')} />
  return (
    <section className="ops-troubles" aria-label={t('需要处理的问题')}>
      {found.map(({ level, what, todo }) => (
        <Alert key={what} type={level} showIcon title={t(what)} description={t(todo)} />
      ))}
    </section>
  )
}
