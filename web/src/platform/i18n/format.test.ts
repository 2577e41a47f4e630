// @vitest-environment happy-dom
import { afterEach, describe, expect, test } from 'vitest'
import { formatDay, formatDecimal, formatMoment, formatNumber, formatTime } from './format.ts'
import { setLanguage } from './i18n.ts'

afterEach(() => setLanguage('zh'))

const NOW = new Date('2026-11-21T08:00:00')

test('thousands stand apart; an exact decimal keeps every digit', () => {
  expect(formatNumber(43_512)).toBe('43,512')
  expect(formatNumber(1234.5, 1)).toBe('1,234.5')
  expect(formatDecimal('1234')).toBe('1,234')
  expect(formatDecimal('-0.50')).toBe('-0.50')
  expect(formatDecimal('123456789012345678.90')).toBe('123,456,789,012,345,678.90')
  expect(formatDecimal('缺考')).toBe('缺考')
})

test('in lists a year stays a year', () => {
  expect(formatDecimal('2026', 'min2')).toBe('2026')
  expect(formatDecimal('12345', 'min2')).toBe('12,345')
})

describe('in Chinese', () => {
  test('days and moments are written as they are stored', () => {
    expect(formatTime('2026-05-06')).toBe('2026-05-06')
    expect(formatTime('2026-05-06 08:30:05')).toBe('2026-05-06 08:30:05')
    expect(formatDay(NOW)).toBe('2026年11月21日星期六')
  })

  test('a narrow column says today and yesterday, and the year only of other years', () => {
    expect(formatMoment('2026-11-21 07:59:00', NOW)).toBe('今天 07:59')
    expect(formatMoment('2026-11-20 10:00:05', NOW)).toBe('昨天 10:00')
    expect(formatMoment('2026-11-19 10:00:05', NOW)).toBe('11-19 10:00')
    expect(formatMoment('2025-11-20 10:00:05', NOW)).toBe('2025-11-20 10:00')
    expect(formatMoment('', NOW)).toBe('')
  })
})

describe('in English', () => {
  test('months have names', async () => {
    await setLanguage('en')
    expect(formatTime('2026-05-06')).toBe('6 May 2026')
    expect(formatTime('2026-05-06 08:30:05')).toBe('6 May 2026, 08:30:05')
    expect(formatTime('长期')).toBe('长期')
    expect(formatTime('2026-05-06 期中考试')).toBe('2026-05-06 期中考试')
    expect(formatDay(NOW)).toMatch(/^Saturday,? 21 November 2026$/)
  })

  test('a narrow column says today and yesterday, and the year only of other years', async () => {
    await setLanguage('en')
    expect(formatMoment('2026-11-21 07:59:00', NOW)).toBe('today, 07:59')
    expect(formatMoment('2026-11-20 10:00:05', NOW)).toBe('yesterday, 10:00')
    expect(formatMoment('2026-11-19 10:00:05', NOW)).toBe('19 Nov, 10:00')
    expect(formatMoment('2025-11-20 10:00:05', NOW)).toBe('20 Nov 2025, 10:00')
  })
})
