import { Checkbox, Pagination } from 'antd'
import { type ComponentType, type KeyboardEvent, useEffect, useId, useRef } from 'react'
import type { CrudRow } from '../crud/row.ts'
import { useT } from '../i18n/i18n.ts'
import type { ReviewState } from './use-review.ts'

/** What a line of the queue says of a row: a name in `b`, a title in `span`, the rest in `small`. */
export type QueueLine = ComponentType<{ row: CrudRow; isFinished: boolean }>

interface ReviewQueueProps {
  state: ReviewState
  Line: QueueLine
  /** Answers whether the key meant something. */
  onKey: (key: string) => boolean
}

/** One line per row; the arrow keys lead through it. */
export function ReviewQueue({ state, Line, onKey }: ReviewQueueProps) {
  const t = useT()
  const { rows, picked } = state
  const all = rows.map((row) => row.id)
  const list = useRef<HTMLUListElement>(null)
  const currentId = state.current?.id
  // The focus follows the row in front, unless it is at work elsewhere.
  useEffect(() => {
    const { activeElement } = document
    const isFree = activeElement?.contains(list.current) || list.current?.contains(activeElement)
    if (isFree) list.current?.querySelector<HTMLElement>('[aria-current="true"]')?.focus()
  }, [currentId])

  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (onKey(event.key.length === 1 ? event.key.toLowerCase() : event.key)) event.preventDefault()
  }

  return (
    <>
      <div className="review-all">
        {!state.isFinished && (
          <Checkbox
            checked={picked.length > 0 && picked.length === all.length}
            indeterminate={picked.length > 0 && picked.length < all.length}
            onChange={(event) => state.pick(event.target.checked ? all : [])}
          >
            {t('全选')}
          </Checkbox>
        )}
        <span>{t('共 {n} 条', { n: state.total })}</span>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons inside, caught once */}
      <ul ref={list} className="review-list" onKeyDown={onKeyDown}>
        {rows.map((row) => (
          <QueueItem key={row.id} state={state} Line={Line} row={row} />
        ))}
      </ul>
      <Pagination
        size="small"
        current={state.page}
        pageSize={state.size}
        total={state.total}
        showSizeChanger={false}
        hideOnSinglePage
        onChange={state.turnTo}
      />
    </>
  )
}

function QueueItem({ state, Line, row }: { state: ReviewState; Line: QueueLine; row: CrudRow }) {
  const t = useT()
  const isCurrent = state.current?.id === row.id
  const id = useId()
  return (
    <li className={isCurrent ? 'is-current' : ''}>
      {!state.isFinished && (
        <Checkbox
          id={`${id}-tick`}
          aria-label={t('选择')}
          aria-labelledby={`${id}-tick ${id}-line`}
          checked={state.picked.includes(row.id)}
          onChange={(event) =>
            state.pick((old) => (event.target.checked ? [...old, row.id] : old.filter((id) => id !== row.id)))
          }
        />
      )}
      <button id={`${id}-line`} type="button" aria-current={isCurrent} onClick={() => state.choose(row.id)}>
        <Line row={row} isFinished={state.isFinished} />
      </button>
    </li>
  )
}
