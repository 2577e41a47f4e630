import { Segmented } from 'antd'
import { useT } from '../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'

/** 1 for all tenants, 2 the tenant's own. */
export type Mode = 1 | 2

export function useMode(): [Mode, (mode: Mode) => void] {
  const [search, setSearch] = useTabSearch()
  const mode = search.get('mode') === '2' ? 2 : 1
  return [mode, (next) => setSearch({ mode: next === 1 ? undefined : '2', current: undefined })]
}

export function ModeChoice({ value, onChange }: { value: Mode; onChange: (mode: Mode) => void }) {
  const t = useT()
  return (
    <Segmented<Mode>
      aria-label={t('流程模式')}
      value={value}
      onChange={onChange}
      options={[
        { value: 1, label: t('通用流程') },
        { value: 2, label: t('定制流程') },
      ]}
    />
  )
}
