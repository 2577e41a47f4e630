import { describe, expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'
import { isKnownFingerprint } from './leaked-passwords.ts'
import { md5 } from './password.ts'
import { passwordDue, passwordFault } from './password-rules.ts'

describe('等保三级', () => {
  test.each([
    ['Ab1!xyz', '密码至少8位'],
    ['abcdefgh', '三类'],
    ['abcdef12', '三类'],
    ['ABCDEF!!', '三类'],
    ['Teacher1!', '密码不能包含账号'],
    ['Abcdef12', '过于常见'],
    ['x'.repeat(129), '密码最多128位'],
  ])('%s is refused', async (text, words) => expect(await passwordFault('mlps3', text, 'teacher')).toContain(words))

  test.each(['Kvwmzp12', 'kvwmzp1!', 'KVWMZP1!', '密码Kvwm12'])('%s is taken', async (text) =>
    expect(await passwordFault('mlps3', text, 'teacher')).toBeUndefined(),
  )

  test('is due when somebody else chose it and after ninety days', () => {
    const now = new Date('2026-09-01T00:00:00Z')
    const day = (n: number) => new Date(now.getTime() - n * 86_400_000)
    expect(passwordDue('mlps3', { isInitial: true, changedAt: now }, now)).toBe(true)
    expect(passwordDue('mlps3', { isInitial: false, changedAt: day(90) }, now)).toBe(false)
    expect(passwordDue('mlps3', { isInitial: false, changedAt: day(91) }, now)).toBe(true)
  })
})

describe('ASVS 5.0', () => {
  test.each([
    ['correcthors', '密码至少12位'],
    ['password1234', '过于常见'],
    ['P@ssword12345', '过于常见'],
    ['qwertyuiop123', '过于常见'],
    ['xxxxxxxxxxxx', '过于常见'],
    ['123412341234', '过于常见'],
    ['p@$$w0rd'.repeat(4), '过于常见'],
    ['1qaz2wsx'.repeat(16), '过于常见'],
    ['justinbieber'.repeat(2), '过于常见'],
    ['abcdefghijklm', '过于常见'],
    ['Administrator2026!', '过于常见'],
    ['Teacher#19880808', '过于常见'],
    ['!!p@$$word2031??', '过于常见'],
    ['woainizhongguo1', '过于常见'],
    ['zhangwang19900', '过于常见'],
    ['lxm19900101!!', '过于常见'],
    ['1990010119920202', '过于常见'],
    ['wang13800138000', '过于常见'],
    ['11010119900101123x', '过于常见'],
    ['x'.repeat(129), '密码最多128位'],
  ])('%s is refused', async (text, words) => expect(await passwordFault('asvs5', text, 'li')).toContain(words))

  test.each([
    'correct horse battery',
    '一二三四五六七八九十甲乙',
    'zqkvwmxbnrtp',
    'kvwmzp'.repeat(2),
    `Long ${'passphrase '.repeat(11)}`,
  ])('%s is taken: no classes are asked for', async (text) =>
    expect(await passwordFault('asvs5', text, 'li')).toBeUndefined(),
  )

  test('never grows old, but is changed by its owner first', () => {
    const long = new Date('2000-01-01')
    expect(passwordDue('asvs5', { isInitial: false, changedAt: long }, new Date())).toBe(false)
    expect(passwordDue('asvs5', { isInitial: true, changedAt: new Date() }, new Date())).toBe(true)
  })
})

test.each(['mlps3', 'asvs5'])(
  '%s: names of unit and product are refused in whatever stands around them',
  async (profile) => {
    const unit = '云川市教育局（演示）'
    for (const text of ['Zq7-云川市教育局-kv', 'Zq7#XueHeng&kvwm', 'Zq7-学衡-kvwmxb']) {
      expect(await passwordFault(profile, text, 'li', unit), text).toBe('密码不能包含单位或系统的名称')
    }
    expect(await passwordFault(profile, 'Zq7-教育天地-kvwmxb', 'li', unit)).toBeUndefined()
  },
)

describe('a tenant without a profile', () => {
  test.each([
    ['', '请输入新密码'],
    ['Kv1!xyz', '密码至少8位'],
    ['x'.repeat(129), '密码最多128位'],
    ['teacher-li', '密码不能包含账号'],
    ['password', '过于常见'],
    ['Sunshine1', '过于常见'],
  ])('refuses %s', async (text, words) => expect(await passwordFault(null, text, 'teacher')).toContain(words))

  test('asks for no classes and no dates, and leaves first passwords to the pages', async () => {
    expect(await passwordFault(null, 'kvwmzpqr', 'li')).toBeUndefined()
    expect(passwordDue(null, { isInitial: true, changedAt: new Date(0) }, new Date())).toBe(false)
  })
})

test('a password made for one sign-in is due whatever the tenant says', () => {
  for (const profile of [null, 'mlps3', 'asvs5']) {
    expect(passwordDue(profile, { isInitial: true, isOnce: true, changedAt: new Date() }, new Date())).toBe(true)
  }
})

/** From real leaks; no word or walk of our own list leads to them. */
const LEAKED = ['sonyericsson', 'leavemealone', 'justinbieber', 'ghbdtnrfrltkf', 'needforspeed', 'finalfantasy']

describe('passwords of leaks', () => {
  test.each(LEAKED)('%s is refused by every profile that would take its form', async (text) => {
    expect(isCommonPassword(text)).toBe(false)
    for (const profile of [null, 'asvs5']) expect(await passwordFault(profile, text, 'li')).toContain('过于常见')
    expect(await passwordFault(null, text.toUpperCase(), 'li')).toContain('过于常见')
  })

  test.each(['!!chevelle2031', 'Mandarin-77-88', '1998metallica'])(
    '%s is one with signs around it, which the strict profile sees through',
    async (text) => {
      expect(await passwordFault('asvs5', text, 'li')).toContain('过于常见')
      expect(await passwordFault(null, text, 'li')).toBeUndefined()
    },
  )

  test('are known by their fingerprint too', async () => {
    for (const text of ['', 'justinbieber', 'Justinbieber', 'password123']) {
      expect(await isKnownFingerprint(md5(text)), text).toBe(true)
    }
    for (const text of ['kvwmzpqr', 'Correct horse battery']) {
      expect(await isKnownFingerprint(md5(text)), text).toBe(false)
    }
  })
})
