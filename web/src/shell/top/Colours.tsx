import { useId } from 'react'
import { useT } from '../../platform/i18n/i18n.ts'
import { DEFAULT_SEED } from '../../platform/theme/presets.ts'
import { setTheme, useTheme } from '../../platform/theme/theme.ts'
import './theme-dialog.css'

const SEEDS = [DEFAULT_SEED, '#1F5FBF', '#2F54EB', '#13A8A8', '#2E8B57', '#B98A2F', '#C0392B', '#7A5AA6']

/** Ready colours and one of one's own; every change is seen at once. */
export function Colours() {
  const t = useT()
  const seed = useTheme((theme) => theme.seed)
  const id = useId()
  return (
    <div className="theme-colours">
      {SEEDS.map((colour) => (
        <button
          key={colour}
          type="button"
          aria-label={colour}
          aria-pressed={colour.toLowerCase() === seed.toLowerCase()}
          style={{ background: colour }}
          onClick={() => setTheme({ seed: colour })}
        />
      ))}
      <label htmlFor={id}>{t('自选')}</label>
      <input
        id={id}
        type="color"
        value={seed.toLowerCase()}
        onChange={(event) => setTheme({ seed: event.target.value })}
      />
    </div>
  )
}
