import { useQueries } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { useSession } from '../../platform/session/store.ts'
import { openTab } from '../../platform/tabs/tab.ts'
import { MenuIcon } from '../../platform/ui/MenuIcon.tsx'
import { placeOf } from '../screens/resolve.ts'
import { type Hit, finderSources } from './finder-sources.ts'
import { type Spelling, findPlaces, placesOf } from './find-places.ts'
import './finder.css'

const MOST_PLACES = 12
/** Beside other kinds, so that all of them are in sight. */
const MOST_OF_KIND = 5
/** Typing rests this long before the server is asked. */
const PAUSE_MS = 250

/** Everything at once: screens by a few letters or their pinyin, students, schools and areas by theirs, group by group. */
export function Finder({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const places = usePlaces(typed)
  const found = useFound(typed)
  const groups = [
    { title: '功能', hits: typed.trim() ? places.slice(0, MOST_OF_KIND) : places },
    ...found.groups,
  ].filter(({ hits }) => hits.length > 0)
  const hits = groups.flatMap((group) => group.hits)

  function open(hit: Hit | undefined): void {
    if (!hit) return
    if (hit.isWindow) window.open(hit.path, '_blank', 'noopener')
    else openTab(hit.path)
    onClose()
  }

  function press(event: KeyboardEvent): void {
    if (event.key === 'Enter') open(hits[at])
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || hits.length === 0) return
    event.preventDefault()
    setAt((at + step + hits.length) % hits.length)
  }

  return (
    <Curtain label={t('搜索')} onClose={onClose}>
      <input
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-label={t('搜索')}
        aria-activedescendant={hits[at] ? `${listId}-${at}` : undefined}
        placeholder={t('功能、学生、学校、县区；学生可按“姓名，年级，学校”查找')}
        value={typed}
        onKeyDown={press}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
      />
      <Hits id={listId} groups={groups} at={at} onAim={setAt} onOpen={open} />
      <p className="finder-none" role="status">
        {found.isError && t('搜索失败，请稍后再试')}
        {!found.isError && hits.length === 0 && t(found.isBusy ? '搜索中' : '未找到匹配的内容，试试“学生”“学校”')}
      </p>
    </Curtain>
  )
}

function usePlaces(typed: string): Hit[] {
  const t = useT()
  const menu = useSession((session) => session.granted)
  const [spelling, setSpelling] = useState<Spelling>()
  useEffect(() => void import('./spelling.ts').then((module) => setSpelling(module.spelling)), [])
  return findPlaces(placesOf(menu, t), typed, spelling)
    .slice(0, MOST_PLACES)
    .map(({ item, name, group, icon }) => ({ key: item.id, title: name, notes: [group], icon, ...placeOf(item) }))
}

interface Group {
  title: string
  hits: Hit[]
}

/** What the server knows by this text, of every kind the user may see. */
function useFound(typed: string): { groups: Group[]; isBusy: boolean; isError: boolean } {
  const [sources] = useState(finderSources)
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const answers = useQueries({
    queries: sources.map((source) => ({
      queryKey: ['finder', source.kind, asked],
      queryFn: () => source.find(asked),
      enabled: asked !== '',
    })),
  })
  const isCurrent = asked === typed.trim()
  const groups = sources.map(({ title }, at) => ({
    title,
    hits: isCurrent ? (answers[at]?.data ?? []).slice(0, MOST_OF_KIND) : [],
  }))
  const isBusy = typed.trim() !== '' && (!isCurrent || answers.some((answer) => answer.isFetching))
  return { groups, isBusy, isError: isCurrent && asked !== '' && answers.some((answer) => answer.isError) }
}

/** A dialog over everything that a press beside it closes; Escape is the browser's own. */
function Curtain({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element?.open) element?.showModal()
    element?.querySelector<HTMLInputElement>('input[type=search]')?.focus()
    const pressBeside = (event: MouseEvent) => event.target === element && onClose()
    element?.addEventListener('mousedown', pressBeside)
    return () => element?.removeEventListener('mousedown', pressBeside)
  }, [onClose])
  return (
    <dialog ref={dialog} className="finder" aria-label={label} onClose={onClose}>
      {children}
    </dialog>
  )
}

interface HitsProps {
  id: string
  groups: Group[]
  at: number
  onAim: (at: number) => void
  onOpen: (hit: Hit) => void
}

/** Groups under their names; the arrows walk through all of them. */
function Hits({ id, groups, at, onAim, onOpen }: HitsProps) {
  const t = useT()
  const starts = groups.map((_group, index) => groups.slice(0, index).reduce((sum, { hits }) => sum + hits.length, 0))
  const aimed = useRef<HTMLDivElement>(null)
  useEffect(() => {
    aimed.current?.scrollIntoView({ block: 'nearest' })
  }, [at])
  return (
    <div id={id} role="listbox" className="finder-list" tabIndex={-1} aria-label={t('搜索结果')}>
      {groups.map(({ title, hits }, index) => (
        <div key={title} role="group" aria-label={t(title)}>
          <h3 aria-hidden="true">{t(title)}</h3>
          {hits.map((hit, place) => {
            const number = (starts[index] ?? 0) + place
            return (
              <div
                key={hit.key}
                ref={number === at ? aimed : undefined}
                id={`${id}-${number}`}
                role="option"
                tabIndex={-1}
                aria-selected={number === at}
                onMouseEnter={() => onAim(number)}
                onMouseDown={() => onOpen(hit)}
              >
                <MenuIcon name={hit.icon} />
                <b>{hit.title}</b>
                <span>{hit.notes.join(' · ')}</span>
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
