import { describe, expect, test } from 'vitest'
import { base32, hotp, matchingStep, otpauthAddress, stepAt } from './totp.ts'

const KEY = Buffer.from('12345678901234567890')

describe('HOTP', () => {
  test.each([
    [0, '755224'],
    [1, '287082'],
    [2, '359152'],
    [3, '969429'],
    [4, '338314'],
    [5, '254676'],
    [6, '287922'],
    [7, '162583'],
    [8, '399871'],
    [9, '520489'],
  ])('RFC 4226 appendix D, count %i', (count, number) => expect(hotp(KEY, count)).toBe(number))
})

describe('TOTP', () => {
  test.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('RFC 6238 appendix B, second %i', (second, number) => expect(hotp(KEY, stepAt(second * 1000), 8)).toBe(number))

  test('takes the step before and after, but none twice and nothing that is no number', () => {
    const ms = 1_111_111_109_000
    const step = stepAt(ms)
    expect(matchingStep(KEY, hotp(KEY, step), ms, 0)).toBe(step)
    expect(matchingStep(KEY, hotp(KEY, step - 1), ms, 0)).toBe(step - 1)
    expect(matchingStep(KEY, hotp(KEY, step + 1), ms, 0)).toBe(step + 1)
    expect(matchingStep(KEY, hotp(KEY, step - 2), ms, 0)).toBeUndefined()
    expect(matchingStep(KEY, hotp(KEY, step), ms, step)).toBeUndefined()
    for (const typed of ['', '12345', '1234567', 'abcdef', '一二三四五六']) {
      expect(matchingStep(KEY, typed, ms, 0)).toBeUndefined()
    }
  })
})

test.each([
  ['', ''],
  ['f', 'MY'],
  ['fo', 'MZXQ'],
  ['foo', 'MZXW6'],
  ['foobar', 'MZXW6YTBOI'],
])('base32 of %s, RFC 4648', (text, coded) => expect(base32(Buffer.from(text))).toBe(coded))

test('the address names issuer and account', () => {
  expect(otpauthAddress('ABC', '张 三', '学衡')).toBe(
    'otpauth://totp/%E5%AD%A6%E8%A1%A1:%E5%BC%A0%20%E4%B8%89?secret=ABC&issuer=%E5%AD%A6%E8%A1%A1&algorithm=SHA1&digits=6&period=30',
  )
})
