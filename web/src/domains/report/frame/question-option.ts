import { leavesOf } from '@xueheng/contract/derive/report-headers.ts'
import type { Chart, Header, ReportAnswer } from '@xueheng/contract/kit/report.ts'
import type { EChartsCoreOption } from 'echarts/core'
import { t } from '../../../platform/i18n/i18n.ts'
import { type Ink, axisOf, base, unitLabels, withSlider } from './chart-frame.ts'
import { type ReportRow, titleOf } from './header-tree.ts'

/** Where a paper is easy or hard (F41), and where questions tell people apart (F44). */
const P_ZONES = [0.5, 0.8]
const D_ZONES = [0.2, 0.3, 0.4]

/** Two measures of each row against each other, with the usual zones; a point is called by what stays in sight of its row. */
export function scatterOption(chart: Chart, answer: ReportAnswer, ink: Ink): EChartsCoreOption {
  const leaves = leavesOf(answer.headers)
  const [x, y] = [chart.x, chart.y[0] ?? ''].map((key) => leaves.find((leaf) => leaf.key === key))
  const names = leaves.filter((leaf) => leaf.fixed).map(({ key }) => key)
  const data = answer.records.flatMap((row) => pointOf(row, x, y, names))
  const zones = {
    silent: true,
    symbol: 'none',
    lineStyle: { type: 'dashed', color: ink.quiet },
    label: { color: ink.quiet },
    data: [...P_ZONES.map((at) => ({ xAxis: at })), ...D_ZONES.map((at) => ({ yAxis: at }))],
  }
  const label = { show: true, position: 'right', color: ink.text, formatter: '{b}' }
  return {
    ...base(ink),
    tooltip: { trigger: 'item' },
    legend: { show: false },
    xAxis: { ...axisOf(ink), type: 'value', min: 0, max: 1, name: x && titleOf(t, x) },
    yAxis: { ...axisOf(ink), type: 'value', max: 1, name: y && titleOf(t, y) },
    series: [{ type: 'scatter', symbolSize: 10, data, label, labelLayout: { hideOverlap: true }, markLine: zones }],
  }
}

function pointOf(row: ReportRow, x: Header | undefined, y: Header | undefined, names: string[]): object[] {
  const [across, up] = [x, y].map((leaf) => leaf && row[leaf.key])
  if (typeof across !== 'number' || typeof up !== 'number') return []
  return [{ name: names.map((key) => t(String(row[key] ?? ''))).join(' '), value: [across, up] }]
}

/** Shares of each row's groups behind each other; the right ones, named by the row's key, are drawn full and marked. */
export function stackOption(chart: Chart, answer: ReportAnswer, ink: Ink): EChartsCoreOption {
  const measure = chart.y[0] ?? ''
  const groups = answer.headers.filter(({ children = [] }) => children.some(({ key }) => key.endsWith(`.${measure}`)))
  const series = groups.map((group) => ({
    type: 'bar',
    stack: 'shares',
    name: t(group.title),
    barMaxWidth: 22,
    label: { color: ink.text },
    data: answer.records.map((row) => shareItem(row, row[`${group.key}.${measure}`], group.title)),
  }))
  // Where several options may be right the shares go beyond the whole.
  const max = (shown: { max: number }) => Math.max(100, Math.ceil(shown.max))
  const xAxis = { ...axisOf(ink), type: 'value', min: 0, max, name: '%' }
  return withSlider({ ...base(ink), xAxis, yAxis: unitLabels(chart, answer, ink), series }, answer)
}

/** Shares too small for their name are drawn without it. */
const SMALLEST_NAMED = 4

function shareItem(row: ReportRow, value: unknown, choice: string): object {
  const isKey = String(row.answerKey ?? '').includes(choice)
  const isNamed = typeof value === 'number' && value >= SMALLEST_NAMED
  const label = { show: isNamed, opacity: 1, formatter: `${isKey ? '✓ ' : ''}${choice} {c}` }
  return { value: value ?? null, label, itemStyle: { opacity: isKey ? 0.85 : 0.35 } }
}
