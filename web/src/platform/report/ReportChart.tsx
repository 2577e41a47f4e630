import type { Chart, ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { useEffect, useRef } from 'react'
import { useTheme } from '../theme/theme.ts'
import { type Ink, chartOption } from './chart-option.ts'
import { init } from './charts.ts'

/** Okabe and Ito's palette, in the order it is told apart best. */
const SERIES = ['#0072b2', '#e69f00', '#009e73', '#d55e00', '#56b4e9', '#cc79a7', '#8c6d1f', '#666666']

/** The answer as a chart. It is disposed whenever it is hidden and drawn again when it is shown. */
export function ReportChart({ chart, answer }: { chart: Chart; answer: ReportAnswer }) {
  const box = useRef<HTMLDivElement>(null)
  const theme = useTheme()
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const drawn = init(element, null, { renderer: 'canvas' })
    drawn.setOption(chartOption(chart, answer, inkOf(element)))
    const observer = new ResizeObserver(() => drawn.resize())
    observer.observe(element)
    return () => {
      observer.disconnect()
      drawn.dispose()
    }
  }, [chart, answer, theme])
  return <div ref={box} className="report-chart" role="img" />
}

function inkOf(element: HTMLElement): Ink {
  const style = getComputedStyle(element)
  const read = (name: string): string => style.getPropertyValue(`--xh-${name}`).trim()
  return {
    text: read('ink-1'),
    quiet: read('ink-3'),
    line: read('line'),
    series: SERIES,
    low: read('fill-strong'),
    high: '#0072b2',
  }
}
