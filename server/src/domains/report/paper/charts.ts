import type { MarkLine } from '@xueheng/contract/kit/report.ts'
import type { PaperChart } from '../../../platform/paper/paper.ts'

/** Colours that stay apart in grey print. */
const [DARK, MIDDLE, LIGHT] = ['#2f5d8c', '#8fb3d9', '#d5dbe3']
const AXIS = { fontSize: 8, color: '#1f2329' }
const LABEL = { show: true, color: '#1f2329', fontSize: 8 }
/** Points of the text block of a page. */
export const FULL_WIDTH = 490
const ROW = 15

/** Students by band of marks, low to high, with the lines of the exam named. `width` of a band in marks. */
export function drawHistogram(bands: { low: number; num: number }[], width: number, lines: MarkLine[]): PaperChart {
  const plot = FULL_WIDTH - 60
  const [low, high] = [Math.min(...bands.map((one) => one.low)), Math.max(...bands.map((one) => one.low)) + width]
  const marks = lines.filter(({ mark }) => mark >= low && mark <= high)
  return {
    width: FULL_WIDTH,
    height: 150,
    option: {
      grid: { left: 36, right: 24, top: 22, bottom: 24 },
      xAxis: { type: 'value', min: low, max: high, axisLabel: AXIS, splitLine: { show: false } },
      yAxis: {
        type: 'value',
        name: '人数',
        minInterval: 1,
        axisLabel: AXIS,
        splitLine: { lineStyle: { color: LIGHT } },
      },
      series: [
        {
          type: 'bar',
          data: bands.map((one) => [one.low + width / 2, one.num]),
          barWidth: Math.max(1, (plot * width) / (high - low) - 1),
          itemStyle: { color: MIDDLE },
          markLine: {
            symbol: 'none',
            lineStyle: { color: DARK, type: 'dashed' },
            label: { color: '#1f2329', fontSize: 8, formatter: '{b}' },
            data: marks.map(({ name, mark }) => ({ xAxis: mark, name: `${name} ${mark}` })),
          },
        },
      ],
    },
  }
}

/** How far each unit is from a mean: bars to both sides of zero, all names at the left, the value at the end. */
export function drawDifferences(units: { name: string; value: number }[]): PaperChart {
  return {
    width: FULL_WIDTH,
    height: 40 + ROW * units.length,
    option: {
      grid: { left: 100, right: 40, top: 8, bottom: 24 },
      xAxis: { type: 'value', axisLabel: AXIS, splitLine: { lineStyle: { color: LIGHT } } },
      yAxis: {
        type: 'category',
        inverse: true,
        data: units.map(({ name }) => name),
        axisLabel: { ...AXIS, interval: 0, margin: 60, align: 'left' },
        axisTick: { show: false },
        axisLine: { onZero: true },
      },
      series: [
        {
          type: 'bar',
          barMaxWidth: 9,
          data: units.map(({ value }) => ({
            value,
            itemStyle: { color: value < 0 ? MIDDLE : DARK },
            label: { ...LABEL, position: value < 0 ? 'left' : 'right' },
          })),
        },
      ],
    },
  }
}

/** How the marks of each unit lie: lowest, lower quartile, median, upper quartile, highest. */
export function drawBoxes(units: { name: string; box: number[] }[]): PaperChart {
  return {
    width: FULL_WIDTH,
    height: 40 + ROW * units.length,
    option: {
      grid: { left: 100, right: 40, top: 8, bottom: 24 },
      xAxis: { type: 'value', scale: true, axisLabel: AXIS, splitLine: { lineStyle: { color: LIGHT } } },
      yAxis: {
        type: 'category',
        inverse: true,
        data: units.map(({ name }) => name),
        axisLabel: { ...AXIS, interval: 0, margin: 90, align: 'left' },
        axisTick: { show: false },
      },
      series: [
        {
          type: 'boxplot',
          boxWidth: [6, 9],
          itemStyle: { color: LIGHT, borderColor: DARK },
          data: units.map(({ box }) => box),
        },
      ],
    },
  }
}

/** Shares of the full mark by course: one student, the class, everyone. A share nobody may know leaves a gap. */
export function drawShares(
  courses: { name: string; own: number | undefined; group: number | undefined; all: number | undefined }[],
): PaperChart {
  const bars = (name: string, color: string, value: (one: (typeof courses)[number]) => number | undefined) => ({
    type: 'bar',
    name,
    barMaxWidth: 9,
    itemStyle: { color },
    data: courses.map((one) => value(one) ?? null),
  })
  return {
    width: 230,
    height: 150,
    option: {
      grid: { left: 26, right: 6, top: 22, bottom: 20 },
      legend: { top: 0, itemWidth: 8, itemHeight: 8, textStyle: { fontSize: 8, color: '#1f2329' } },
      xAxis: { type: 'category', data: courses.map(({ name }) => name), axisLabel: { ...AXIS, interval: 0 } },
      yAxis: {
        type: 'value',
        min: 0,
        max: 100,
        axisLabel: { fontSize: 8 },
        splitLine: { lineStyle: { color: LIGHT } },
      },
      series: [
        bars('本人', DARK, ({ own }) => own),
        bars('班级', MIDDLE, ({ group }) => group),
        bars('联考', LIGHT, ({ all }) => all),
      ],
    },
  }
}

/** The T of one student over several exams, by their days; 50 is the mean of everyone. */
export function drawHistory(exams: { beginDate: string; tScore: number }[]): PaperChart {
  return {
    width: 230,
    height: 100,
    option: {
      grid: { left: 26, right: 22, top: 12, bottom: 20 },
      xAxis: {
        type: 'category',
        data: exams.map(({ beginDate }) => beginDate),
        axisLabel: { ...AXIS, fontSize: 7, interval: 0 },
      },
      yAxis: {
        type: 'value',
        min: 20,
        max: 80,
        interval: 30,
        axisLabel: AXIS,
        splitLine: { lineStyle: { color: LIGHT } },
      },
      series: [
        {
          type: 'line',
          data: exams.map(({ tScore }) => Math.min(80, Math.max(20, tScore))),
          symbolSize: 5,
          lineStyle: { color: DARK },
          itemStyle: { color: DARK },
          markLine: { symbol: 'none', label: { show: false }, lineStyle: { color: MIDDLE }, data: [{ yAxis: 50 }] },
        },
      ],
    },
  }
}
