import { FilterOutlined } from '@ant-design/icons'
import { Badge, Button } from 'antd'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { Values } from '../form/values.ts'
import { useT } from '../i18n/i18n.ts'
import { lazyPart } from './lazy-part.tsx'
import { SearchForm } from './SearchForm.tsx'
import { useList } from './use-list.ts'
import { usePhone } from './use-phone.ts'

const SearchDrawer = lazyPart(async () => (await import('./SearchDrawer.tsx')).SearchDrawer)

/** Search fields in sight at first; the time of creation is always behind the fold. */
const FOLD = 3

/** The search bar of a list; on a phone it waits behind a button. */
export function ListSearch() {
  const t = useT()
  const isPhone = usePhone()
  const { fields, query, search } = useList()
  const [drawer, setDrawer] = useState<'new' | 'open' | 'closed'>('new')

  function find(values: Values): void {
    search(values)
    if (drawer === 'open') setDrawer('closed')
  }

  const latest = useRef(find)
  useEffect(() => {
    latest.current = find
  })
  /** The same for as long as the list stands, so that the form is not drawn with each change of the rows. */
  const onSearch = useCallback((values: Values) => latest.current(values), [])

  const form = (
    <SearchForm
      fields={fields}
      values={query.filters}
      onSearch={onSearch}
      fold={isPhone ? fields.length : Math.min(FOLD, fields.length - 1)}
    />
  )
  if (!isPhone) return form
  return (
    <>
      <Badge count={Object.keys(query.filters).length} className="crud-filter-badge">
        <Button block icon={<FilterOutlined />} onClick={() => setDrawer('open')}>
          {t('筛选')}
        </Button>
      </Badge>
      {drawer !== 'new' && (
        <SearchDrawer isOpen={drawer === 'open'} onClose={() => setDrawer('closed')}>
          {form}
        </SearchDrawer>
      )}
    </>
  )
}
