import { Tag } from 'antd'
import { useTags } from './use-tags.ts'

/** The names of tags, by their numbers; a number that has no name any more stays one. */
export function TagNames({ ids }: { ids: unknown }) {
  const { data = [] } = useTags()
  const list = Array.isArray(ids) ? ids.map(Number) : []
  if (list.length === 0) return <>—</>
  const names = new Map(data.map((tag) => [tag.id, tag.name]))
  return (
    <span className="mp-tags">
      {list.map((id) => (
        <Tag key={id}>{names.get(id) ?? id}</Tag>
      ))}
    </span>
  )
}
