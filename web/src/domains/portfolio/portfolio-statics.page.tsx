import { useQuery } from '@tanstack/react-query'
import { portfolioStatics } from '@xueheng/contract/domains/portfolio/statics.ts'
import { DatePicker, Select } from 'antd'
import dayjs from 'dayjs'
import { callApi } from '../../platform/api/client.ts'
import { useDictOptions } from '../../platform/crud/lookups.ts'
import { useT } from '../../platform/i18n/i18n.ts'
import { useTabSearch } from '../../platform/tabs/tab.ts'
import { ErrorState } from '../../platform/ui/ErrorState.tsx'
import { PageFrame } from '../../platform/ui/PageFrame.tsx'
import { Skeleton } from '../../platform/ui/Skeleton.tsx'
import { StaticsBoard } from './statics/StaticsBoard.tsx'
import { selectState } from '../../platform/ui/picker-state.tsx'

/** 档案统计: how complete the portfolios are, and what they say. */
export function Page() {
  const t = useT()
  const [search] = useTabSearch()
  const query = {
    areaCode: search.get('areaCode') ?? '',
    certDate_datege: search.get('from') ?? '',
    certDate_datele: search.get('to') ?? '',
  }
  const found = useQuery({
    queryKey: ['portfolio-statics', query],
    queryFn: () => callApi(portfolioStatics, query),
    placeholderData: (old) => old,
  })
  return (
    <PageFrame title={t('档案统计')} hint={t('教师按审核通过的档案统计，同一类别按最高等级计一次')} extra={<Filters />}>
      {found.error ? (
        <ErrorState error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data ? (
        <StaticsBoard data={found.data} />
      ) : (
        <Skeleton rows={8} />
      )}
    </PageFrame>
  )
}

function Filters() {
  const t = useT()
  const [search, setSearch] = useTabSearch()
  const areas = useDictOptions('exam_area')
  const day = (name: string) => (search.get(name) ? dayjs(search.get(name)) : null)
  return (
    <>
      <Select
        aria-label={t('县区')}
        className="statics-area"
        value={search.get('areaCode') ?? undefined}
        options={areas.options}
        {...selectState(areas.found)}
        allowClear
        placeholder={t('全部县区')}
        onChange={(areaCode?: string) => setSearch({ areaCode })}
      />
      <DatePicker.RangePicker
        aria-label={t('颁发证书日期')}
        allowEmpty={[true, true]}
        value={[day('from'), day('to')]}
        placeholder={[t('颁发日期起'), t('颁发日期止')]}
        onChange={(range) =>
          setSearch({
            from: range?.[0]?.format('YYYY-MM-DD 00:00:00'),
            to: range?.[1]?.format('YYYY-MM-DD 23:59:59'),
          })
        }
      />
    </>
  )
}
