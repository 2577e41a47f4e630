import { leavesOf } from '@xueheng/contract/derive/report-headers.ts'
import type { Chart, Header, ReportAnswer } from '@xueheng/contract/kit/report.ts'
import type { EChartsCoreOption } from 'echarts/core'
import { t } from '../../../platform/i18n/i18n.ts'
import { type Ink, axisOf, base, categories, titleOfChart, unitLabels, withSlider } from './chart-frame.ts'
import { type ReportRow, titleOf } from './header-tree.ts'
import { type HistogramBar, histogramOf } from './histogram.ts'
import { cellText, isFew } from './report-cell.tsx'
import { scatterOption, stackOption } from './question-option.ts'
import { slopeOption } from './slope-option.ts'

export type { Ink } from './chart-frame.ts'

/** More lines than this cannot be followed. */
const MOST_LINES = 5
/** Numbers in the cells of a larger map could not be read. */
const MOST_CELL_TEXTS = 3200

/** `name` stands above the chart, with the number of those it is over. */
export function chartOption(chart: Chart, answer: ReportAnswer, ink: Ink, name = ''): EChartsCoreOption {
  return { ...optionOf(chart, answer, ink), title: titleOfChart(name, wholeOf(answer)?.studentNum, ink) }
}

function optionOf(chart: Chart, answer: ReportAnswer, ink: Ink): EChartsCoreOption {
  switch (chart.kind) {
    case 'bar':
      return barOption(chart, answer, ink)
    case 'difference':
      return differenceOption(chart, answer, ink) ?? barOption(chart, answer, ink)
    case 'box':
      return boxOption(chart, answer, ink)
    case 'heat':
      return heatOption(chart, answer, ink)
    case 'histogram':
      return histogramOption(chart, answer, ink)
    case 'line':
      return lineOption(chart, answer, ink)
    case 'slope':
      return slopeOption(chart, answer, ink)
    case 'scatter':
      return scatterOption(chart, answer, ink)
    case 'stack':
      return stackOption(chart, answer, ink)
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

/** Bars begin at zero, lie on their side and carry their value; the whole is a line across them. */
function barOption(chart: Chart, answer: ReportAnswer, ink: Ink): EChartsCoreOption {
  const whole = wholeOf(answer)
  const leaves = drawnLeaves(chart, answer)
  const series = leaves.map((leaf) => ({
    ...barSeries(leaf, answer.records, ink),
    name: titleOf(t, leaf),
    data: answer.records.map((row) => barItem(row, row[leaf.key] ?? null, ink)),
    ...wholeLine(leaf, whole, ink),
  }))
  const values = { ...axisOf(ink), type: 'value', min: 0, name: leaves[0]?.unit ? t(leaves[0].unit) : '' }
  return withSlider({ ...base(ink), xAxis: values, yAxis: unitLabels(chart, answer, ink), series }, answer)
}

function wholeLine(leaf: Header, whole: ReportRow | undefined, ink: Ink): object {
  const value = whole?.[leaf.key]
  if (!whole || typeof value !== 'number') return {}
  return { markLine: lineAt(value, `${t('联考')} ${cellText(leaf, whole)}`, ink) }
}

/** How far each unit lies from everyone: the zero line is their mean. Nothing where that is not told. */
function differenceOption(chart: Chart, answer: ReportAnswer, ink: Ink): EChartsCoreOption | undefined {
  const [leaf] = drawnLeaves(chart, answer)
  const mean = leaf && wholeOf(answer)?.[leaf.key]
  if (!leaf || typeof mean !== 'number') return undefined
  const name = t('{measure}与联考（{mean}）之差', {
    measure: t(leaf.title),
    mean: cellText(leaf, { [leaf.key]: mean }),
  })
  const data = answer.records.map((row) => {
    const value = row[leaf.key]
    return barItem(row, typeof value === 'number' ? Number((value - mean).toFixed(leaf.scale ?? 2)) : null, ink)
  })
  const yAxis = { ...unitLabels(chart, answer, ink), axisLine: { onZero: false, show: false } }
  const series = [{ ...barSeries(leaf, answer.records, ink), name, data, markLine: lineAt(0, '', ink) }]
  return withSlider({ ...base(ink), xAxis: { ...axisOf(ink), type: 'value' }, yAxis, series }, answer)
}

function drawnLeaves(chart: Chart, answer: ReportAnswer): Header[] {
  const leaves = leavesOf(answer.headers)
  return chart.y.flatMap((key) => leaves.filter((leaf) => leaf.key === key))
}

/** The row over everybody, where it is told. */
function wholeOf({ totals }: ReportAnswer): ReportRow | undefined {
  return totals.find((row) => row.unitGrain === 'all')
}

function barSeries(leaf: Header, rows: ReportRow[], ink: Ink): object {
  return {
    type: 'bar',
    barMaxWidth: 18,
    label: {
      show: true,
      position: 'right',
      color: ink.text,
      formatter: ({ dataIndex, value }: { dataIndex: number; value: unknown }) =>
        cellText(leaf, { ...rows[dataIndex], [leaf.key]: value ?? null }),
    },
  }
}

/** A unit of few students is drawn quietly; a bar to the left carries its value at its left end. */
function barItem(row: ReportRow, value: unknown, ink: Ink): object {
  const isNegative = typeof value === 'number' && value < 0
  return {
    value,
    ...(isNegative && { label: { position: 'left' } }),
    ...(isFew(row) && { itemStyle: { color: ink.line } }),
  }
}

function lineAt(value: number, name: string, ink: Ink): object {
  return {
    silent: true,
    symbol: 'none',
    lineStyle: { type: 'dashed', color: ink.quiet },
    label: { color: ink.quiet, position: 'start', formatter: name },
    data: [{ xAxis: value }],
  }
}

/** Five columns: min, q1, median, q3, max. Units where one is missing draw nothing. */
function boxOption(chart: Chart, answer: ReportAnswer, ink: Ink): EChartsCoreOption {
  const data = answer.records.map((row) => {
    const five = chart.y.map((key) => row[key])
    return five.every((value) => typeof value === 'number') ? five : []
  })
  const itemStyle = { color: ink.low, borderColor: ink.series[0], borderWidth: 1.5 }
  const series = [{ type: 'boxplot', itemStyle, data }]
  const xAxis = { ...axisOf(ink), type: 'value', scale: true }
  return withSlider({ ...base(ink), xAxis, yAxis: unitLabels(chart, answer, ink), series }, answer)
}

/** The parts of a count that are shown, by the title of the group each stands in. */
function partsOf(headers: Header[], keys: string[]): Drawn[] {
  return headers.flatMap(({ title, children = [] }) =>
    children.filter(({ key }) => keys.includes(key)).map(({ key }) => ({ key, title })),
  )
}

/** Marks from low to high, the lines of the exam named. */
function histogramOption(chart: Chart, answer: ReportAnswer, ink: Ink): EChartsCoreOption {
  const [whole = 'num', ...parts] = chart.y
  const told = partsOf(answer.headers, parts)
  const drawn = told.length > 0 ? told : [{ key: whole, title: '人数' }]
  const { width, series } = histogramOf(
    answer.records,
    chart.x,
    drawn.map(({ key }) => key),
  )
  const bars = series[0] ?? []
  const nameOf = ({ low }: HistogramBar): string => `${low}–${low + width}`
  return {
    ...base(ink),
    xAxis: {
      ...axisOf(ink),
      type: 'value',
      min: bars[0]?.low ?? 0,
      max: (bars.at(-1)?.low ?? 0) + width,
      name: t('分'),
    },
    yAxis: { ...axisOf(ink), type: 'value', min: 0, name: t('人数') },
    tooltip: { trigger: 'item' },
    series: drawn.map(({ title }, at) => ({
      type: 'bar',
      name: t(title),
      barCategoryGap: '4%',
      barGap: 0,
      data: (series[at] ?? []).map((bar) => ({ name: nameOf(bar), value: [bar.low + width / 2, bar.num] })),
      ...(at === 0 && { markLine: linesOfExam(answer, ink) }),
    })),
  }
}

function linesOfExam({ lines }: ReportAnswer, ink: Ink): object {
  return {
    silent: true,
    symbol: 'none',
    lineStyle: { type: 'dashed', color: ink.text },
    data: lines.map(({ name, mark }) => ({
      xAxis: mark,
      label: { formatter: `${t(name)} ${mark}`, color: ink.text, position: 'end' },
    })),
  }
}

/** What has an order: marks from low to high, exams from early to late. */
function lineOption(chart: Chart, answer: ReportAnswer, ink: Ink): EChartsCoreOption {
  const isOfMarks = chart.x === 'bandLow'
  const records = isOfMarks ? answer.records.toReversed() : answer.records
  return {
    ...base(ink),
    xAxis: { ...axisOf(ink), type: 'category', data: categories(chart, records), name: isOfMarks ? t('分') : '' },
    yAxis: { ...axisOf(ink), type: 'value', ...(isOfMarks ? { min: 0 } : { scale: true }) },
    series: drawnColumns(chart, answer.headers).map(({ key, title }) => ({
      type: 'line',
      name: t(title),
      data: records.map((row) => row[key] ?? null),
      showSymbol: !isOfMarks,
      endLabel: { show: !isOfMarks, color: ink.text, formatter: '{a}' },
    })),
  }
}

/** Units below each other, bands from low to high, courses in their order; the number stands in the cell. */
function heatOption(chart: Chart, answer: ReportAnswer, ink: Ink): EChartsCoreOption {
  const measure = chart.y[0] ?? ''
  const found = answer.headers.filter((header) => header.children?.some((leaf) => leaf.key.endsWith(`.${measure}`)))
  const groups = chart.neutral === undefined ? found.toReversed() : found
  const cells = answer.records.flatMap((row, y) =>
    groups.map((group, x) => [x, y, row[`${group.key}.${measure}`] ?? null] as const),
  )
  const values = cells.map(([, , value]) => value).filter((value): value is number => typeof value === 'number')
  const top = chart.neutral === undefined ? {} : { position: 'top' }
  const xAxis = { ...axisOf(ink), ...top, type: 'category', data: groups.map((group) => t(group.title)) }
  const label = { show: cells.length <= MOST_CELL_TEXTS, fontSize: 10 }
  const option = {
    ...base(ink),
    tooltip: { trigger: 'item' },
    legend: { show: false },
    xAxis: { ...xAxis, axisLabel: { color: ink.quiet, interval: 0, rotate: groups.length > 12 ? 40 : 0 } },
    yAxis: unitLabels(chart, answer, ink),
    visualMap: { show: false, ...heatRange(chart, values, ink) },
    series: [{ type: 'heatmap', data: cells, label }],
  }
  return withSlider(option, answer)
}

/** From zero upwards, or away from a value in the middle to both sides alike. */
function heatRange({ neutral }: Chart, values: number[], ink: Ink): object {
  if (neutral === undefined) {
    return { min: Math.min(0, ...values), max: Math.max(1, ...values), inRange: { color: [ink.low, ink.high] } }
  }
  const furthest = Math.max(1, ...values.map((value) => Math.abs(value - neutral)))
  const [high = '', below = ''] = ink.series
  return { min: neutral - furthest, max: neutral + furthest, inRange: { color: [below, ink.low, high] } }
}
