import { formatInstant } from '../i18n/format.ts'
import { useT } from '../i18n/i18n.ts'
import { wordsOf } from '../ui/message.ts'
import type { Rows } from './use-rows.ts'

/** Over rows that could not be brought up to date: since when they are as they are, why, and another try. */
export function StaleBar({ list }: { list: Rows }) {
  const t = useT()
  if (!list.error || list.rows.length === 0) return null
  return (
    <p className="crud-stale" role="alert">
      {t('未能更新，显示的是 {time} 的数据', { time: formatInstant(new Date(list.readAt)) })}
      <span>{wordsOf(list.error)}</span>
      <button type="button" className="crud-link" disabled={list.isFetching} onClick={() => void list.refresh()}>
        {t('重试')}
      </button>
    </p>
  )
}
