import { teacherPortfolio } from '@xueheng/contract/domains/portfolio/teacher-portfolio.ts'
import { Checkbox, Pagination } from 'antd'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useLabels } from '../../../platform/crud/lookups.ts'
import { formatMoment } from '../../../platform/i18n/format.ts'
import { useT } from '../../../platform/i18n/i18n.ts'
import type { Entry } from '../entry.ts'
import { kindOfRow } from '../kind-entity.ts'
import { auditMark } from '../audit-mark.tsx'
import type { Audit } from './use-audit.ts'

interface QueueProps {
  audit: Audit
  /** Answers whether the key meant something. */
  onKey: (key: string) => boolean
}

/** One line per entry; the arrow keys lead through it. */
export function Queue({ audit, onKey }: QueueProps) {
  const t = useT()
  const { entries, picked } = audit
  const all = entries.map((entry) => entry.id)
  const list = useRef<HTMLUListElement>(null)
  const currentId = audit.current?.id
  // The focus follows the entry in front, unless it is at work elsewhere.
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
      <div className="audit-all">
        {!audit.isFinished && (
          <Checkbox
            checked={picked.length > 0 && picked.length === all.length}
            indeterminate={picked.length > 0 && picked.length < all.length}
            onChange={(event) => audit.pick(event.target.checked ? all : [])}
          >
            {t('全选')}
          </Checkbox>
        )}
        <span>{t('共 {n} 条', { n: audit.total })}</span>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys of the buttons inside, caught once */}
      <ul ref={list} className="audit-list" onKeyDown={onKeyDown}>
        {entries.map((entry) => (
          <Line key={entry.id} audit={audit} entry={entry} />
        ))}
      </ul>
      <Pagination
        size="small"
        current={audit.page}
        pageSize={audit.size}
        total={audit.total}
        showSizeChanger={false}
        hideOnSinglePage
        onChange={audit.turnTo}
      />
    </>
  )
}

const SCHOOL = [['schoolCode', teacherPortfolio.fields.schoolCode]] as const

function Line({ audit, entry }: { audit: Audit; entry: Entry }) {
  const t = useT()
  const isCurrent = audit.current?.id === entry.id
  const school = useLabels([...SCHOOL])['schoolCode']?.get(String(entry['schoolCode']))
  const title = [t(kindOfRow(entry)?.title ?? ''), entry.certName].filter(Boolean).join(' · ')
  return (
    <li className={isCurrent ? 'is-current' : ''}>
      {!audit.isFinished && (
        <Checkbox
          aria-label={t('选择')}
          checked={audit.picked.includes(entry.id)}
          onChange={(event) =>
            audit.pick((old) => (event.target.checked ? [...old, entry.id] : old.filter((id) => id !== entry.id)))
          }
        />
      )}
      <button type="button" aria-current={isCurrent} onClick={() => audit.choose(entry.id)}>
        <b>{entry.teacherName}</b>
        <span>{title}</span>
        <small>
          {audit.isFinished ? auditMark(entry.auditStatus) : <span>{school}</span>}
          <time>{formatMoment(entry.submitTime ?? '')}</time>
        </small>
      </button>
    </li>
  )
}
