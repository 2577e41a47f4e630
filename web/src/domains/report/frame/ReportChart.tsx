import type { Chart, ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { useEffect, useRef } from 'react'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useTheme } from '../../../platform/theme/theme.ts'
import { type Ink, chartOption } from './chart-option.ts'
import { init } from './charts.ts'

/** Okabe and Ito's palette, in the order it is told apart best; on dark ground its light blue goes first. */
const SERIES = ['#0072b2', '#e69f00', '#009e73', '#d55e00', '#56b4e9', '#cc79a7', '#8c6d1f', '#666666']
const ON_DARK = ['#56b4e9', '#e69f00', '#2fb58c', '#f0743a', '#4f86d6', '#d993bd', '#c9a94f', '#a3a9b0']

/** The answer as a chart. It is disposed whenever it is hidden and drawn again when it is shown. */
export function ReportChart({ chart, answer }: { chart: Chart; answer: ReportAnswer }) {
  const box = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  const t = useT()
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const drawn = init(element, null, { renderer: 'canvas' })
    drawn.setOption(chartOption(chart, answer, inkOf(element, theme.isDark)))
    const observer = new ResizeObserver(() => drawn.resize())
    observer.observe(element)
    return () => {
      observer.disconnect()
      drawn.dispose()
    }
  }, [chart, answer, theme, t])
  return <div ref={box} className="report-chart" role="img" aria-label={t('图形')} />
}

function inkOf(element: HTMLElement, isDark: boolean): Ink {
  const series = isDark ? ON_DARK : SERIES
  const style = getComputedStyle(element)
  const read = (name: string): string => style.getPropertyValue(`--xh-${name}`).trim()
  return {
    text: read('ink-1'),
    quiet: read('ink-3'),
    line: read('line'),
    series,
    low: read('fill-strong'),
    high: series[0] ?? '',
  }
}
