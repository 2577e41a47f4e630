import { Button } from 'antd'
import { useT } from '../i18n/i18n.ts'
import { Empty } from '../ui/Empty.tsx'
import type { List } from './use-list.ts'

/** Why a list shows nothing, and what comes next: other conditions, the first row, or where its rows come from. */
export function EmptyList({ list }: { list: List }) {
  const t = useT()
  if (Object.keys(list.query.filters).length > 0) {
    return (
      <Empty
        title={t('没有符合条件的数据')}
        hint={t('可以减少条件，或清空条件后查看全部')}
        action={<Button onClick={() => list.search({})}>{t('清空条件')}</Button>}
      />
    )
  }
  return <Empty title={t('暂无数据')} hint={t(reasonOf(list))} />
}

function reasonOf({ layout, rights }: List): string {
  if (layout.emptyHint) return layout.emptyHint
  return rights.canAdd ? '点“新增”录入第一条' : '您负责的单位还没有数据；如有疑问，请联系管理员'
}
