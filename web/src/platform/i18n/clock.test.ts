// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { setClock, useClock, wallTime } from './clock.ts'
import { formatDay, formatInstant, formatMoment } from './format.ts'

const OF_MACHINE = useClock.getState().zone
/** Late evening in Greenwich, early next morning in Shanghai, afternoon in New York. */
const AT = new Date('2026-11-20T20:30:05Z')

beforeEach(() => setClock('Asia/Shanghai'))
afterEach(() => setClock(OF_MACHINE))

test('day and hour are those of the zone that is set, whatever this machine keeps', () => {
  expect(wallTime(AT)).toEqual({ year: 2026, month: 11, day: 21, hour: 4 })
  setClock('America/New_York')
  expect(wallTime(AT)).toEqual({ year: 2026, month: 11, day: 20, hour: 15 })
})

test('midnight is hour 0', () => {
  expect(wallTime(new Date('2026-11-20T16:00:00Z'))).toMatchObject({ day: 21, hour: 0 })
})

test('days and moments are written in that zone', () => {
  expect(formatDay(AT)).toBe('2026年11月21日星期六')
  expect(formatInstant(AT)).toBe('2026年11月21日 04:30:05')
})

test('today is the day of that zone', () => {
  expect(formatMoment('2026-11-21 04:00:00', AT)).toBe('今天 04:00')
  setClock('America/New_York')
  expect(formatMoment('2026-11-20 04:00:00', AT)).toBe('今天 04:00')
})

describe('the clock of the browser', () => {
  const sources = import.meta.glob<string>('../../**/*.{ts,tsx}', { query: '?raw', import: 'default', eager: true })
  const OWN_ZONE =
    /\.get(FullYear|Month|Date|Day|Hours|Minutes)\(|\.toLocale(Date|Time)?String\(|dayjs\(\)|\.toDateString\(/
  const files = Object.entries(sources).filter(([path]) => !/\.test\.tsx?$/.test(path))

  test('is asked by no screen: what is shown comes from the one clock', () => {
    expect(files.length).toBeGreaterThan(300)
    expect(files.flatMap(([path, source]) => (OWN_ZONE.test(source) ? [path] : []))).toEqual([])
  })

  test('would be noticed', () => {
    expect(OWN_ZONE.test('const year = now.getFullYear()')).toBe(true)
    expect(OWN_ZONE.test('new Date().toLocaleString()')).toBe(true)
  })
})
