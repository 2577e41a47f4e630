import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { useSession } from '../../platform/session/store.ts'
import { openTab } from '../../platform/tabs/tab.ts'
import { MenuIcon } from '../../platform/ui/MenuIcon.tsx'
import { placeOf } from '../screens/resolve.ts'
import { type FinderSource, type Hit, finderSources } from './finder-sources.ts'
import { type Spelling, findPlaces, placesOf } from './find-places.ts'
import './finder.css'

const MOST_PLACES = 12
/** Typing rests this long before the server is asked. */
const PAUSE_MS = 250

/** Any screen by a few letters of its name or its pinyin; students, schools and areas by theirs. */
export function Finder({ onClose }: { onClose: () => void }) {
  const t = useT()
  const [source, setSource] = useState<FinderSource>()
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const places = usePlaces(typed)
  const found = useFound(source, typed)
  const hits = source ? (found.data ?? []) : places

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
      <Kinds
        chosen={source}
        onChoose={(next) => {
          setSource(next)
          setAt(0)
        }}
      />
      <input
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-label={t(source?.placeholder ?? '功能名称')}
        aria-activedescendant={hits[at] ? `${listId}-${at}` : undefined}
        placeholder={t(source?.placeholder ?? '输入功能名称或拼音，回车打开')}
        value={typed}
        onKeyDown={press}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
      />
      <Hits id={listId} hits={hits} at={at} onAim={setAt} onOpen={open} />
      <p className="finder-none" role="status">
        {hits.length === 0 && t(emptyWords(source, typed, found.isFetching, found.isError))}
      </p>
    </Curtain>
  )
}

function emptyWords(source: FinderSource | undefined, typed: string, isBusy: boolean, isFault: boolean): string {
  if (!source) return '没有叫这个名字的功能'
  if (isFault) return '搜索失败，请稍后再试'
  if (!typed.trim()) return source.placeholder
  return isBusy ? '搜索中' : '没有找到'
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

function useFound(source: FinderSource | undefined, typed: string) {
  const [asked, setAsked] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setAsked(typed.trim()), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return useQuery({
    queryKey: ['finder', source?.kind, asked],
    queryFn: () => source?.find(asked) ?? [],
    enabled: source !== undefined && asked !== '',
    placeholderData: (old) => old,
  })
}

interface KindsProps {
  chosen: FinderSource | undefined
  onChoose: (source: FinderSource | undefined) => void
}

/** What is searched: 功能 first, then what this user may see. */
function Kinds({ chosen, onChoose }: KindsProps) {
  const t = useT()
  const [sources] = useState(finderSources)
  const kinds = [undefined, ...sources]
  return (
    <div className="finder-kinds" role="radiogroup" aria-label={t('搜索什么')}>
      {kinds.map((kind) => (
        <label key={kind?.kind ?? 'place'}>
          <input
            type="radio"
            name="finder-kind"
            checked={kind?.kind === chosen?.kind}
            onChange={() => onChoose(kind)}
          />
          <span>{t(kind?.title ?? '功能')}</span>
        </label>
      ))}
    </div>
  )
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
  hits: Hit[]
  at: number
  onAim: (at: number) => void
  onOpen: (hit: Hit) => void
}

function Hits({ id, hits, at, onAim, onOpen }: HitsProps) {
  return (
    <div id={id} role="listbox" className="finder-list" tabIndex={-1}>
      {hits.map((hit, index) => (
        <div
          key={hit.key}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onMouseEnter={() => onAim(index)}
          onMouseDown={() => onOpen(hit)}
        >
          <MenuIcon name={hit.icon} />
          <b>{hit.title}</b>
          <span>{hit.notes.join(' · ')}</span>
        </div>
      ))}
    </div>
  )
}
