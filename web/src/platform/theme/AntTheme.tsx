import { App, ConfigProvider, type ThemeConfig, theme as algorithms } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import enUS from 'antd/locale/en_US'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import timezone from 'dayjs/plugin/timezone.js'
import utc from 'dayjs/plugin/utc.js'
import { type ReactNode, useEffect, useMemo } from 'react'
import { useClock } from '../i18n/clock.ts'
import { useLanguage } from '../i18n/i18n.ts'
import { bindDialogs } from '../ui/confirm.ts'
import { bindToasts } from '../ui/message.ts'
import { useBrand } from './brand.ts'
import { type Palette, primaryAway } from './palette.ts'
import { currentPalette, presetOf, useTheme } from './theme.ts'
import { useMedia } from './use-media.ts'

/** Whoever asks the system for less motion gets none. */
const NO_MOTION = '(prefers-reduced-motion: reduce)'

dayjs.extend(utc)
dayjs.extend(timezone)

/** antd in the colours and the language of the product. */
export function AntTheme({ children }: { children: ReactNode }) {
  const theme = useTheme()
  const language = useLanguage()
  const zone = useClock((clock) => clock.zone)
  const brandColor = useBrand((brand) => brand.brandColor)
  const isStill = useMedia(NO_MOTION)
  const config = useMemo(
    () => antTheme(currentPalette(theme, brandColor), theme.isDark, presetOf(theme).radius, isStill),
    [theme, brandColor, isStill],
  )
  // Before anything below is drawn: pickers read the names of days and months, and what day it is, while they draw.
  dayjs.locale(language === 'en' ? 'en' : 'zh-cn')
  dayjs.tz.setDefault(zone)
  return (
    <ConfigProvider
      theme={config}
      locale={language === 'en' ? enUS : zhCN}
      button={{ autoInsertSpace: false }}
      form={{ requiredMark: true, scrollToFirstError: { block: 'center' } }}
    >
      <App component={false} message={{ maxCount: 3 }}>
        <Bindings />
        {children}
      </App>
    </ConfigProvider>
  )
}

/** Toasts and confirmations are also asked for outside components. */
function Bindings() {
  const { message, modal } = App.useApp()
  useEffect(() => {
    bindToasts(message)
    bindDialogs(modal)
    return () => {
      bindToasts(undefined)
      bindDialogs(undefined)
    }
  }, [message, modal])
  return null
}

function antTheme(palette: Palette, isDark: boolean, radius: number, isStill: boolean): ThemeConfig {
  return {
    cssVar: { key: 'xh' },
    hashed: false,
    // antd's own steps shade the colours once more in the dark; ours have been chosen to be read as they are.
    algorithm: [
      isDark ? algorithms.darkAlgorithm : algorithms.defaultAlgorithm,
      (_seed, map = algorithms.defaultAlgorithm(_seed)) => ({ ...map, ...meanings(palette) }),
    ],
    token: {
      ...textTokens(palette),
      ...meanings(palette),
      colorBgLayout: palette.paper,
      colorBgContainer: palette.surface,
      colorBgElevated: palette.raised,
      colorBorder: isDark ? '#3b434c' : '#d3cfc5',
      colorBorderSecondary: palette.line,
      colorSplit: palette['line-soft'],
      borderRadius: radius,
      motion: !isStill,
      lineWidthFocus: 2,
      fontFamily: 'var(--xh-font)',
      fontSize: 14,
      wireframe: false,
    },
    components: componentTokens(palette),
  }
}

function meanings(palette: Palette) {
  return {
    colorPrimary: palette.primary,
    colorPrimaryHover: primaryAway(palette, 0.15),
    colorPrimaryActive: primaryAway(palette, 0.3),
    // The ring around what has the focus.
    colorPrimaryBorder: palette.primary,
    colorInfo: palette.primary,
    colorLink: palette.primary,
    colorSuccess: palette.good,
    colorWarning: palette.warn,
    colorError: palette.seal,
    colorSuccessBg: palette['good-soft'],
    colorWarningBg: palette['warn-soft'],
    colorErrorBg: palette['seal-soft'],
    colorInfoBg: palette['primary-soft'],
  }
}

/** Placeholders and hints stay above 4.5:1 as well. */
function textTokens(palette: Palette) {
  return {
    colorText: palette['ink-1'],
    colorTextSecondary: palette['ink-2'],
    colorTextTertiary: palette['ink-3'],
    colorTextQuaternary: palette['ink-3'],
    colorTextDescription: palette['ink-3'],
    colorTextPlaceholder: palette['ink-3'],
    colorTextHeading: palette['ink-1'],
  }
}

function componentTokens(palette: Palette): ThemeConfig['components'] {
  return {
    Button: { primaryColor: palette['on-primary'], primaryShadow: 'none', defaultShadow: 'none', dangerShadow: 'none' },
    Table: {
      headerBg: palette.fill,
      headerColor: palette['ink-2'],
      headerSplitColor: 'transparent',
      borderColor: palette['line-soft'],
      rowHoverBg: palette.fill,
      rowSelectedBg: palette['primary-soft'],
      rowSelectedHoverBg: palette['primary-soft'],
      cellPaddingBlockMD: 9,
      cellPaddingBlockSM: 7,
      headerBorderRadius: 0,
    },
    Modal: { contentBg: palette.raised, headerBg: palette.raised },
    Pagination: { itemActiveBg: palette.surface },
  }
}
