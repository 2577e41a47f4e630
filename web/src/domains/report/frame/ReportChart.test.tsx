import type { Chart, Header, ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { act, cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { stage } from '../../../platform/_stage.tsx'
import { setTheme } from '../../../platform/theme/theme.ts'
import { ReportChart } from './ReportChart.tsx'

interface Option {
  color: string[]
  textStyle: { color: string }
}

const { drawn, init } = vi.hoisted(() => {
  const one = { setOption: vi.fn(), resize: vi.fn(), dispose: vi.fn(), getDataURL: vi.fn(() => 'data:image/png,x') }
  return { drawn: one, init: vi.fn(() => one) }
})
vi.mock('./charts.ts', () => ({ init }))

let told: () => void
const disconnect = vi.fn()
beforeEach(() => {
  setTheme({ isDark: false })
  for (const spy of [drawn.setOption, drawn.resize, drawn.dispose, drawn.getDataURL, init, disconnect]) spy.mockClear()
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(listener: () => void) {
        told = listener
      }
      observe() {}
      disconnect = disconnect
    },
  )
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  setTheme({ isDark: false })
})

const HEADERS: Header[] = [
  { key: 'areaName', title: '县区', kind: 'text' },
  { key: 'avgScore', title: '平均分', kind: 'decimal' },
  { key: 'passRate', title: '及格率', kind: 'decimal' },
]
const ROWS = [
  { areaName: '青川县', avgScore: 88.5, passRate: 60 },
  { areaName: '东湖区', avgScore: null, passRate: 0 },
]
const BAR: Chart = { kind: 'bar', x: 'areaName', y: ['avgScore'] }

function answerOf(): ReportAnswer {
  const page = { total: 2, size: 10, current: 1, pages: 1 }
  const heading = { bureau: '', exam: '', units: '', alert: '' }
  return {
    heading,
    records: ROWS,
    ...page,
    headers: HEADERS,
    totals: [],
    lines: [],
    basis: [],
    notes: [],
    packageVersion: 1,
  }
}

function show(name?: string): Option {
  stage(<ReportChart chart={BAR} answer={answerOf()} {...(name !== undefined && { name })} />)
  return optionNow()
}
const optionNow = () => drawn.setOption.mock.lastCall?.[0] as Option

test('colours are those of the ground, and the chart is drawn anew when it turns dark', () => {
  const whole = getComputedStyle
  vi.stubGlobal('getComputedStyle', (element: Element) => {
    const getPropertyValue = (name: string) => ` ${name} ${document.documentElement.dataset['theme']} `
    return element.className === 'report-chart-drawing' ? { getPropertyValue } : whole(element)
  })
  const light = show()
  expect([light.color[0], light.color.length]).toEqual(['#0072b2', 8])
  act(() => setTheme({ isDark: true }))
  const dark = optionNow()
  expect([dark.color[0], dark.color.length]).toEqual(['#56b4e9', 8])
  expect([light.textStyle.color, dark.textStyle.color]).toEqual(['--xh-ink-1 light', '--xh-ink-1 dark'])
  expect([init.mock.calls.length, drawn.dispose.mock.calls.length]).toEqual([2, 1])
})

test('a chart with a name is kept as a picture of that name, on the ground it stands on', () => {
  show()
  expect(screen.queryByRole('button')).toBeNull()
  show('平均分')
  expect(screen.getByRole('img', { name: '平均分' })).toBeTruthy()
  const kept: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function follow(this: HTMLAnchorElement) {
    kept.push(this.download, this.href)
  })
  fireEvent.click(screen.getByRole('button', { name: /下载图片/ }))
  expect(kept).toEqual(['平均分.png', 'data:image/png,x'])
  expect(drawn.getDataURL).toHaveBeenCalledWith(expect.objectContaining({ type: 'png', pixelRatio: 2 }))
})

test('the chart keeps the size of its place, and is given up with it', () => {
  show()
  expect(screen.getByRole('img', { name: '图形' })).toBeTruthy()
  expect(drawn.resize).not.toHaveBeenCalled()
  told()
  expect(drawn.resize).toHaveBeenCalledOnce()
  cleanup()
  expect([drawn.dispose.mock.calls.length, disconnect.mock.calls.length]).toEqual([1, 1])
})
