import { useT } from '../../platform/i18n/i18n.ts'
import { paletteOf } from '../../platform/theme/palette.ts'
import { PRESETS, type Preset } from '../../platform/theme/presets.ts'
import { choosePreset, useTheme } from '../../platform/theme/theme.ts'
import { AppModal } from '../../platform/ui/AppModal.tsx'
import { Colours } from './Colours.tsx'
import './theme-dialog.css'

/** Looks by name, a colour of one's own, and light or dark. Every change is seen at once. */
export function ThemeDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const theme = useTheme()
  return (
    <AppModal open title={t('主题')} footer={null} width={640} onCancel={onClose} mask={{ closable: true }}>
      <ul className="theme-looks">
        {PRESETS.map((preset) => (
          <li key={preset.key}>
            <button type="button" aria-pressed={preset.key === theme.preset} onClick={() => choosePreset(preset)}>
              <Sample preset={preset} />
              {t(preset.title)}
            </button>
          </li>
        ))}
      </ul>
      <h3 className="theme-title">{t('主色')}</h3>
      <Colours />
      <p className="theme-note">{t('系统会自动加深主色，确保文字清晰。')}</p>
    </AppModal>
  )
}

/** The look in small: side, sheet, a title, a button. */
function Sample({ preset }: { preset: Preset }) {
  const colours = paletteOf(preset.isDark ?? false, preset.seed, preset.side, preset.tint)
  return (
    <svg viewBox="0 0 96 60" aria-hidden="true">
      <rect width="96" height="60" fill={colours.paper} />
      <rect width="24" height="60" fill={colours['side-bg']} />
      <path d="M6 12h12M6 28h12M6 36h9" stroke={colours['side-ink']} strokeWidth="3" />
      <rect x="3" y="16" width="18" height="7" rx="2" fill={colours['side-active']} />
      <path d="M28 14h68v46H28z" fill={colours.surface} />
      <path d="M34 23h22" stroke={colours['ink-1']} strokeWidth="4" />
      <path d="M34 34h50M34 42h50M34 50h40" stroke={colours.line} strokeWidth="3" />
      <rect x="74" y="19" width="15" height="8" rx={preset.radius / 3} fill={colours.primary} />
    </svg>
  )
}
