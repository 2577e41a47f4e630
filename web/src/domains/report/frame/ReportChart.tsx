import { DownloadOutlined } from '@ant-design/icons'
import type { Chart, ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { Button } from 'antd'
import { useEffect, useRef } from 'react'
import { useT } from '../../../platform/i18n/i18n.ts'
import { useTheme } from '../../../platform/theme/theme.ts'
import { chartHeight, chartWidth } from './chart-frame.ts'
import { type Ink, chartOption } from './chart-option.ts'
import { init } from './charts.ts'

/** Okabe and Ito's palette, in the order it is told apart best; on dark ground its light blue goes first. */
const SERIES = ['#0072b2', '#e69f00', '#009e73', '#d55e00', '#56b4e9', '#cc79a7', '#8c6d1f', '#666666']
const ON_DARK = ['#56b4e9', '#e69f00', '#2fb58c', '#f0743a', '#4f86d6', '#d993bd', '#c9a94f', '#a3a9b0']

/** A picture is kept at twice its size on the screen. */
const PICTURE_SCALE = 2

type Drawn = ReturnType<typeof init>

interface ReportChartProps {
  chart: Chart
  answer: ReportAnswer
  /** Names the picture that is kept; without it none is offered. */
  name?: string
}

/** The answer as a chart. It is disposed whenever it is hidden and drawn again when it is shown. */
export function ReportChart({ chart, answer, name }: ReportChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const picture = useRef<Drawn>(null)
  const theme = useTheme()
  const t = useT()
  useEffect(() => {
    const element = box.current
    if (!element) return undefined
    const drawn = init(element, null, { renderer: 'canvas' })
    picture.current = drawn
    drawn.setOption(chartOption(chart, answer, inkOf(element, theme.isDark), name))
    const observer = new ResizeObserver(() => drawn.resize())
    observer.observe(element)
    return () => {
      observer.disconnect()
      picture.current = null
      drawn.dispose()
    }
  }, [chart, answer, name, theme, t])

  function keep(): void {
    if (picture.current && box.current) savePicture(picture.current, `${name}.png`, groundOf(box.current))
  }

  return (
    <div className="report-chart">
      {name !== undefined && (
        <Button className="report-picture" type="text" icon={<DownloadOutlined />} onClick={keep}>
          {t('下载图片')}
        </Button>
      )}
      <div className="report-chart-scroll">
        <div
          ref={box}
          className="report-chart-drawing"
          style={{ minHeight: chartHeight(chart, answer), minWidth: chartWidth(chart, answer) }}
          role="img"
          aria-label={name ?? t('图形')}
        />
      </div>
    </div>
  )
}

function savePicture(drawn: Drawn, file: string, backgroundColor: string): void {
  const link = document.createElement('a')
  link.href = drawn.getDataURL({ type: 'png', pixelRatio: PICTURE_SCALE, backgroundColor })
  link.download = file
  link.click()
}

function groundOf(element: HTMLElement): string {
  return getComputedStyle(element).getPropertyValue('--xh-surface').trim()
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
