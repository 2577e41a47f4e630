import { expect, test } from 'vitest'
import { findLatestTime, findNextTime, isCronLine } from './cron.ts'

test.each([
  ['30 2 * * *', '2026-09-01T02:30:15', true],
  ['30 2 * * *', '2026-09-01T02:31:00', false],
  ['*/15 * * * *', '2026-09-01T10:45:00', true],
  ['5,10-12 8-18/5 * * *', '2026-09-01T13:11:00', true],
  ['5,10-12 8-18/5 * * *', '2026-09-01T14:11:00', false],
  ['5/10 * * * *', '2026-09-01T14:55:59', true],
  ['5/10 * * * *', '2026-09-01T14:10:00', false],
  ['0 0 * * 0', '2026-09-06T00:00:00', true],
  ['0 0 * * 7', '2026-09-06T00:00:00', true],
  ['0 0 1 * 1', '2026-09-01T00:00:00', true],
  ['0 0 1 * 1', '2026-09-07T00:00:00', true],
  ['0 0 1 * 1', '2026-09-08T00:00:00', false],
])('%s names the minute of %s: %s', (line, time, isNamed) => {
  const minute = new Date(time)
  minute.setSeconds(0, 0)
  expect(findLatestTime(line, new Date(time))?.getTime() === minute.getTime()).toBe(isNamed)
})

test.each([
  '',
  '* * * *',
  '* * * * * *',
  '60 * * * *',
  '* 24 * * *',
  'a * * * *',
  '5-2 * * * *',
  '*/0 * * * *',
  '@daily',
  '2026-09-01T02:30:00',
])('"%s" is no cron line', (line) => {
  expect(isCronLine(line)).toBe(false)
  expect(() => findNextTime(line, new Date())).toThrow()
  expect(() => findLatestTime(line, new Date())).toThrow()
})

test('the next time of a line is found across years; a day that never comes has none', () => {
  expect(findNextTime('0 3 1 1 *', new Date('2026-02-01T00:00:00'))).toEqual(new Date('2027-01-01T03:00:00'))
  expect(findNextTime('0 0 29 2 *', new Date('2026-02-01T00:00:00'))).toEqual(new Date('2028-02-29T00:00:00'))
  expect(findNextTime('* * * * *', new Date('2026-02-01T00:00:00'))).toEqual(new Date('2026-02-01T00:01:00'))
  expect(findNextTime('0 0 30 2 *', new Date('2026-02-01T00:00:00'))).toBeUndefined()
})

test('the latest time of a line counts the very second it is asked for', () => {
  expect(findLatestTime('40 3 * * *', new Date('2026-09-01T03:40:00'))).toEqual(new Date('2026-09-01T03:40:00'))
  expect(findLatestTime('40 3 * * *', new Date('2026-09-01T03:39:59.999'))).toEqual(new Date('2026-08-31T03:40:00'))
  expect(findLatestTime('0 0 30 2 *', new Date('2026-09-01T03:40:00'))).toBeUndefined()
})
