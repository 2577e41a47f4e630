import { portfolioStates } from '@xueheng/contract/domains/portfolio/portfolio-states.ts'
import { Input, Select } from 'antd'
import { useDictOptions } from '../../../platform/crud/lookups.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import type { Audit } from './use-audit.ts'

const SEEN = {
  waitSchool: ['waitSchool', 'schoolRefused', 'waitBureau', 'bureauRefused', 'passed', 'archived'],
  waitBureau: ['waitBureau', 'bureauRefused', 'passed', 'archived'],
} as const

/** Which entries stand in the queue: those that wait, or finished ones to look at again. */
export function QueueFilter({ audit, waiting }: { audit: Audit; waiting: keyof typeof SEEN }) {
  const t = useT()
  const kinds = useDictOptions('portfolio_type')
  const states = SEEN[waiting].map((name) => {
    const { value, title } = portfolioStates.states[name]
    return { value: String(value), label: t(title) }
  })
  return (
    <div className="audit-filter" role="search">
      <Select
        aria-label={t('审核状态')}
        value={audit.filters.auditStatus}
        options={states}
        onChange={(auditStatus: string) => audit.filter({ auditStatus })}
      />
      <Select
        aria-label={t('档案类别')}
        value={audit.filters.portfolioType || undefined}
        options={kinds.options}
        loading={kinds.isPending}
        allowClear
        placeholder={t('全部类别')}
        onChange={(portfolioType?: string) => audit.filter({ portfolioType })}
      />
      <Input.Search
        aria-label={t('教师姓名')}
        defaultValue={audit.filters.teacherName}
        allowClear
        placeholder={t('教师姓名')}
        onSearch={(teacherName) => audit.filter({ teacherName: teacherName || undefined })}
      />
    </div>
  )
}
