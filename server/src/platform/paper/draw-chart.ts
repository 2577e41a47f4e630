import type { EChartsCoreOption } from 'echarts/core'
// One file with all of it: to read the several hundred of its parts takes longer than most documents do.
import { init } from 'echarts/dist/echarts.esm.min'

export type ChartOption = EChartsCoreOption

/** A chart as SVG, `width` × `height` points, with its letters as text in these families. */
export function drawChart(option: ChartOption, width: number, height: number, families: string[]): string {
  const chart = init(null, null, { renderer: 'svg', ssr: true, width, height })
  try {
    chart.setOption({
      ...option,
      animation: false,
      textStyle: { fontFamily: families.join(', '), fontSize: 9, color: '#1f2329' },
    })
    return chart.renderToSVGString()
  } finally {
    // One that is kept holds the process.
    chart.dispose()
  }
}
