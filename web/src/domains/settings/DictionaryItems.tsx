import { dictChildList } from '@xueheng/contract/domains/settings/dict-biz.ts'
import { useMemo } from 'react'
import { CrudPage, type CrudRow } from '../../platform/crud/CrudPage.tsx'
import { dictionaryItems } from './dictionary-entities.ts'

const source = { segment: dictChildList.path.slice(dictChildList.path.lastIndexOf('/') + 1), isForest: true }

/** The entries of one dictionary as a tree table. New ones carry its code and hang below it. */
export function DictionaryItems({ dictionary }: { dictionary: CrudRow }) {
  const { id, code } = dictionary
  const defaults = useMemo(() => ({ code, parentId: id, sort: 1 }), [code, id])
  return (
    <CrudPage
      key={id}
      entity={dictionaryItems}
      title={String(dictionary.dictValue)}
      source={source}
      fixedFilters={{ parentId: id }}
      defaults={defaults}
      prefix="item."
      isEmbedded
    />
  )
}
