import type { Chart, Header, ReportAnswer } from '@xueheng/contract/kit/report.ts'
import type { EChartsCoreOption } from 'echarts/core'
import { t } from '../../../platform/i18n/i18n.ts'
import { leavesOf } from '@xueheng/contract/derive/report-headers.ts'
import { type ReportRow } from './header-tree.ts'

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

/** More lines than this cannot be followed. */
const MOST_LINES = 8
const ZOOM_ABOVE = 24

export function chartOption(chart: Chart, answer: ReportAnswer, ink: Ink): EChartsCoreOption {
  const names = answer.records.map((row) => t(String(row[chart.x] ?? '')))
  const base = frame(names, ink)
  switch (chart.kind) {
    case 'box':
      return { ...base, series: [boxSeries(chart, answer.records, ink)] }
    case 'heat':
      return heatOption(chart, answer, names, ink)
    case 'bar':
    case 'line':
      return { ...base, series: flatSeries(chart, answer, ink) }
  }
}

function frame(names: string[], ink: Ink): EChartsCoreOption {
  const isLong = names.length > ZOOM_ABOVE
  const axis = {
    axisLabel: { color: ink.quiet },
    axisLine: { lineStyle: { color: ink.line } },
    axisTick: { show: false },
  }
  return {
    aria: { enabled: true },
    animation: false,
    color: ink.series,
    textStyle: { fontFamily: 'inherit', color: ink.text },
    legend: { top: 4, textStyle: { color: ink.text } },
    grid: { top: 44, left: 12, right: 20, bottom: isLong ? 44 : 12, containLabel: true },
    tooltip: { trigger: 'axis', axisPointer: { type: 'shadow' } },
    xAxis: { type: 'category', data: names, ...axis, axisLabel: { color: ink.quiet, rotate: isLong ? 40 : 0 } },
    yAxis: { type: 'value', scale: true, ...axis, splitLine: { lineStyle: { color: ink.line } } },
    ...(isLong && { dataZoom: [{ type: 'slider', height: 18, bottom: 8 }, { type: 'inside' }] }),
  }
}

interface Drawn {
  key: string
  title: string
}

/** The columns drawn: declared ones, and of a pivot measure one line per group. */
export function drawnColumns(chart: Chart, headers: Header[]): Drawn[] {
  const leaves = leavesOf(headers)
  const flat = chart.y.flatMap((key) => leaves.filter((leaf) => leaf.key === key))
  const groups =
    chart.kind !== 'line' ? [] : headers.filter((header) => header.children && !header.key.startsWith('group.'))
  const pivots = groups.flatMap((group) =>
    (group.children ?? [])
      .filter((leaf) => chart.y.some((key) => leaf.key.endsWith(`.${key}`)))
      .map((leaf) => ({ key: leaf.key, title: group.title })),
  )
  return [...(pivots.length > 0 ? [] : flat), ...pivots.slice(0, MOST_LINES)]
}

function flatSeries(chart: Chart, answer: ReportAnswer, ink: Ink): object[] {
  const [total] = answer.totals
  return drawnColumns(chart, answer.headers).map(({ key, title }) => ({
    type: chart.kind,
    name: t(title),
    data: answer.records.map((row) => row[key] ?? null),
    barMaxWidth: 28,
    showSymbol: false,
    ...(chart.kind === 'bar' && typeof total?.[key] === 'number' && { markLine: totalLine(total[key], ink) }),
  }))
}

function totalLine(value: number, ink: Ink): object {
  return {
    silent: true,
    symbol: 'none',
    lineStyle: { type: 'dashed', color: ink.quiet },
    label: { color: ink.quiet, position: 'insideEndTop' },
    data: [{ yAxis: value }],
  }
}

/** Five columns: min, q1, median, q3, max. Units where one is missing draw nothing. */
function boxSeries(chart: Chart, rows: ReportRow[], ink: Ink): object {
  return {
    type: 'boxplot',
    itemStyle: { color: ink.low, borderColor: ink.series[0], borderWidth: 1.5 },
    data: rows.map((row) => {
      const five = chart.y.map((key) => row[key])
      return five.every((value) => typeof value === 'number') ? five : []
    }),
  }
}

function heatOption(chart: Chart, answer: ReportAnswer, names: string[], ink: Ink): EChartsCoreOption {
  const measure = chart.y[0] ?? ''
  const groups = answer.headers.filter((header) => header.children?.some((leaf) => leaf.key.endsWith(`.${measure}`)))
  const cells = answer.records.flatMap((row, x) =>
    groups.map((group, y) => [x, y, row[`${group.key}.${measure}`] ?? null] as const),
  )
  const values = cells.map(([, , value]) => value).filter((value): value is number => typeof value === 'number')
  const min = Math.min(0, ...values)
  const max = Math.max(1, ...values)
  return {
    ...frame(names, ink),
    tooltip: { trigger: 'item' },
    legend: { show: false },
    grid: { top: 12, left: 12, right: 80, bottom: names.length > ZOOM_ABOVE ? 44 : 12, containLabel: true },
    yAxis: {
      type: 'category',
      inverse: true,
      data: groups.map((group) => t(group.title)),
      axisLabel: { color: ink.quiet },
      axisTick: { show: false },
    },
    visualMap: {
      min,
      max,
      text: [String(max), String(min)],
      orient: 'vertical',
      right: 0,
      top: 'center',
      inRange: { color: [ink.low, ink.high] },
      textStyle: { color: ink.quiet },
    },
    series: [{ type: 'heatmap', data: cells }],
  }
}
