import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { useSession } from '../../platform/session/store.ts'
import { openTab } from '../../platform/tabs/tab.ts'
import { MenuIcon } from '../icons.tsx'
import { placeOf } from '../screens/resolve.ts'
import { type Place, findPlaces, placesOf } from './find-places.ts'
import './finder.css'

/** Any screen of the user's menu by a few letters of its name. */
export function Finder({ onClose }: { onClose: () => void }) {
  const t = useT()
  const menu = useSession((session) => session.menu)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const listId = useId()
  const found = findPlaces(placesOf(menu, t), typed).slice(0, 12)

  function open(place: Place | undefined): void {
    if (!place) return
    const { path, isWindow } = placeOf(place.item)
    if (isWindow) window.open(path, '_blank', 'noopener')
    else openTab(path)
    onClose()
  }

  function press(event: KeyboardEvent): void {
    if (event.key === 'Enter') open(found[at])
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step === 0 || found.length === 0) return
    event.preventDefault()
    setAt((at + step + found.length) % found.length)
  }

  return (
    <Curtain label={t('搜索功能')} onClose={onClose}>
      <input
        type="search"
        role="combobox"
        aria-expanded="true"
        aria-controls={listId}
        aria-label={t('功能名称')}
        aria-activedescendant={found[at] ? `${listId}-${at}` : undefined}
        placeholder={t('输入功能名称，回车打开')}
        value={typed}
        onKeyDown={press}
        onChange={(event) => {
          setTyped(event.target.value)
          setAt(0)
        }}
      />
      <Places id={listId} places={found} at={at} onAim={setAt} onOpen={open} />
      {found.length === 0 && <p className="finder-none">{t('没有叫这个名字的功能')}</p>}
    </Curtain>
  )
}

/** A dialog over everything that a press beside it closes; Escape is the browser's own. */
function Curtain({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    const element = dialog.current
    if (!element?.open) element?.showModal()
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

interface PlacesProps {
  id: string
  places: Place[]
  at: number
  onAim: (at: number) => void
  onOpen: (place: Place) => void
}

function Places({ id, places, at, onAim, onOpen }: PlacesProps) {
  return (
    <div id={id} role="listbox" className="finder-list" tabIndex={-1}>
      {places.map((place, index) => (
        <div
          key={place.item.id}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === at}
          onMouseEnter={() => onAim(index)}
          onMouseDown={() => onOpen(place)}
        >
          <MenuIcon name={place.icon} />
          <b>{place.name}</b>
          <span>{place.group}</span>
        </div>
      ))}
    </div>
  )
}
