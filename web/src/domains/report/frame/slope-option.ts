import type { Chart, Header, ReportAnswer } from '@xueheng/contract/kit/report.ts'
import type { EChartsCoreOption } from 'echarts/core'
import { t } from '../../../platform/i18n/i18n.ts'
import { type Ink, axisOf, base } from './chart-frame.ts'
import type { ReportRow } from './header-tree.ts'

/** More lines than this cannot be followed: the first of the last exam. */
const MOST_SLOPES = 12

/** Ranks of the units from exam to exam in the first item, the first place on top, every line named at its end. */
export function slopeOption(chart: Chart, answer: ReportAnswer, ink: Ink): EChartsCoreOption {
  const measure = chart.y[0] ?? ''
  const item = answer.headers.find(({ children }) => children?.some((group) => group.children))
  const columns = (item?.children ?? []).flatMap((group) => columnOf(group, measure))
  const records = bestOf(answer.records, columns.at(-1)?.key)
  const category = { ...axisOf(ink), type: 'category', boundaryGap: false }
  return {
    ...base(ink),
    legend: { show: false },
    grid: { top: 66, left: 24, right: 150, bottom: 12, containLabel: true },
    tooltip: { trigger: 'item' },
    xAxis: { ...category, data: columns.map(({ title }) => title) },
    yAxis: {
      ...axisOf(ink),
      type: 'value',
      inverse: true,
      min: 1,
      minInterval: 1,
      name: [t(item?.title ?? ''), t(columns[0]?.leaf.title ?? '')].join(' · '),
      nameLocation: 'start',
    },
    series: records.map((row) => ({
      type: 'line',
      name: String(row[chart.x] ?? ''),
      data: columns.map(({ key }) => row[key] ?? null),
      symbolSize: 8,
      endLabel: { show: true, color: ink.text, formatter: '{c} {a}' },
    })),
  }
}

function columnOf(group: Header, measure: string): { key: string; title: string; leaf: Header }[] {
  const leaf = group.children?.find(({ key }) => key === `${group.key}.${measure}`)
  return leaf ? [{ key: leaf.key, title: group.title, leaf }] : []
}

/** Those who stand first in the column; who has no place there is left out before anybody else. */
function bestOf(rows: ReportRow[], key = ''): ReportRow[] {
  const place = (row: ReportRow): number => (typeof row[key] === 'number' ? row[key] : Infinity)
  return rows.toSorted((one, other) => place(one) - place(other) || 0).slice(0, MOST_SLOPES)
}
