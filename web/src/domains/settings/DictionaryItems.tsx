import { dictChildList } from '@xueheng/contract/domains/settings/dict-biz.ts'
import { useMemo } from 'react'
import { CrudPage, type CrudRow } from '../../platform/crud/CrudPage.tsx'
import { ITEMS, itemsOf } from './dictionary-entities.ts'

const source = { segment: dictChildList.path.slice(dictChildList.path.lastIndexOf('/') + 1), isForest: true }

/** The entries of one dictionary as a tree table. New ones carry its code and hang below it. */
export function DictionaryItems({ dictionary }: { dictionary: CrudRow }) {
  const { id, code, dictValue } = dictionary
  const entity = useMemo(() => itemsOf(String(dictValue)), [dictValue])
  return (
    <CrudPage
      key={id}
      entity={entity}
      layout={ITEMS}
      source={source}
      where={{ parentId: id }}
      defaults={{ code, parentId: id, sort: 1 }}
      prefix="item."
    />
  )
}
