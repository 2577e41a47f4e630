import type { Chart, ReportAnswer } from '@xueheng/contract/kit/report.ts'
import type { EChartsCoreOption } from 'echarts/core'
import { formatNumber } from '../../../platform/i18n/format.ts'
import { t } from '../../../platform/i18n/i18n.ts'
import type { ReportRow } from './header-tree.ts'
import { isFew } from './report-cell.tsx'

/** Colours of the theme a chart is drawn in. */
export interface Ink {
  text: string
  quiet: string
  line: string
  /** Told apart by people who see no red or green as well. */
  series: string[]
  low: string
  high: string
}

/** Units that stand below each other at once; further ones are reached by the slider. */
const MOST_UNITS = 80
const [UNIT_HEIGHT, BAR_HEIGHT, AROUND] = [10, 18, 112]

/** What every chart has. */
export function base(ink: Ink): EChartsCoreOption {
  return {
    aria: { enabled: true },
    animation: false,
    color: ink.series,
    textStyle: { fontFamily: 'inherit', color: ink.text },
    legend: { top: 28, textStyle: { color: ink.text } },
    grid: { top: 66, left: 12, right: 72, bottom: 12, containLabel: true },
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
  }
}

export function titleOfChart(name: string, students: unknown, ink: Ink): object {
  const number = typeof students === 'number' ? ` (n=${formatNumber(students)})` : ''
  return { text: name && name + number, left: 'center', top: 4, textStyle: { color: ink.text, fontSize: 14 } }
}

export function axisOf(ink: Ink): Record<string, unknown> {
  return {
    axisLabel: { color: ink.quiet },
    axisLine: { lineStyle: { color: ink.line } },
    axisTick: { show: false },
    splitLine: { lineStyle: { color: ink.line } },
    nameTextStyle: { color: ink.quiet },
  }
}

export function categories(chart: Chart, rows: ReportRow[]): string[] {
  return rows.map((row) => t(String(row[chart.x] ?? '')))
}

/** Every unit by its name at the left, the first on top; of few students with their number. */
export function unitLabels(chart: Chart, { records }: ReportAnswer, ink: Ink): Record<string, unknown> {
  const names = categories(chart, records)
  return {
    ...axisOf(ink),
    type: 'category',
    inverse: true,
    data: names.map((name, at) => (isFew(records[at] ?? {}) ? `${name} (n=${String(records[at]?.studentNum)})` : name)),
    axisLabel: { color: ink.text, interval: 0 },
  }
}

/** More units than a picture holds are drawn a part at a time. */
export function withSlider(option: EChartsCoreOption, { records }: ReportAnswer): EChartsCoreOption {
  if (records.length <= MOST_UNITS) return option
  const window = { yAxisIndex: 0, startValue: 0, endValue: MOST_UNITS - 1 }
  return { ...option, dataZoom: [{ type: 'slider', width: 16, right: 4, showDetail: false, ...window }] }
}

const WITHOUT_UNITS: ReadonlySet<Chart['kind']> = new Set(['line', 'histogram', 'slope', 'scatter'])

/** Pixels a chart needs to write every name; nothing where it takes what there is. */
export function chartHeight({ kind, y }: Chart, { records }: ReportAnswer): number | undefined {
  if (WITHOUT_UNITS.has(kind)) return undefined
  const bars = kind === 'bar' ? y.length : 1
  return AROUND + Math.min(records.length, MOST_UNITS) * (UNIT_HEIGHT + bars * BAR_HEIGHT)
}

const [CELL_WIDTH, BESIDE] = [46, 160]

/** Pixels a map needs to write a number into each cell; nothing where it takes what there is. */
export function chartWidth({ kind, y, neutral }: Chart, { headers }: ReportAnswer): number | undefined {
  if (kind !== 'heat' || neutral === undefined) return undefined
  const groups = headers.filter(({ children }) => children?.some(({ key }) => key.endsWith(`.${y[0]}`)))
  return BESIDE + groups.length * CELL_WIDTH
}
