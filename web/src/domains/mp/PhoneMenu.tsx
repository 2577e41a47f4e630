import type { WxMenuButton } from '@xueheng/contract/domains/mp/wx-menu.ts'
import { PlusOutlined } from '@ant-design/icons'
import { useT } from '../../platform/i18n/i18n.ts'
import { type Place, placeText } from './menu-tree.ts'

interface PhoneMenuProps {
  buttons: WxMenuButton[]
  picked: Place | undefined
  onPick: (place: Place) => void
  /** Without it the menu is only looked at. */
  onAdd: ((parent: number | undefined) => void) | undefined
  limits: { first: number; second: number }
}

/** The menu as the phone shows it: the buttons of the first level at the bottom, those below the picked one above it. */
export function PhoneMenu({ buttons, picked, onPick, onAdd, limits }: PhoneMenuProps) {
  const t = useT()
  const open = picked?.[0]
  return (
    <div className="mp-phone" role="group" aria-label={t('手机预览')}>
      <div className="mp-phone-screen" aria-hidden="true" />
      <div className="mp-phone-bar">
        {buttons.map((button, first) => {
          const below = button.subButtons ?? []
          return (
            <div key={first} className="mp-phone-column">
              {open === first && (
                <div className="mp-phone-sub">
                  {below.map((one, second) => (
                    <Key key={second} name={one.name} place={[first, second]} picked={picked} onPick={onPick} />
                  ))}
                  {onAdd && below.length < limits.second && (
                    <button
                      type="button"
                      className="mp-phone-add"
                      aria-label={t('添加子菜单')}
                      onClick={() => onAdd(first)}
                    >
                      <PlusOutlined />
                    </button>
                  )}
                </div>
              )}
              <Key name={button.name} place={[first]} picked={picked} onPick={onPick} />
            </div>
          )
        })}
        {onAdd && buttons.length < limits.first && (
          <button type="button" className="mp-phone-add" aria-label={t('添加菜单')} onClick={() => onAdd(undefined)}>
            <PlusOutlined />
          </button>
        )}
      </div>
    </div>
  )
}

function Key({
  name,
  place,
  picked,
  onPick,
}: {
  name: string
  place: Place
  picked: Place | undefined
  onPick: (place: Place) => void
}) {
  const isPicked = picked !== undefined && placeText(picked) === placeText(place)
  return (
    <button
      type="button"
      className={isPicked ? 'mp-phone-key is-picked' : 'mp-phone-key'}
      aria-pressed={isPicked}
      onClick={() => onPick(place)}
    >
      {name || '—'}
    </button>
  )
}
