/** The whole of ECharts as one file, which comes without types. */
declare module 'echarts/dist/echarts.esm.min' {
  export { init } from 'echarts'
}
