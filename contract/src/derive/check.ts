import type { CheckName } from '../kit/field.ts'

const CREDIT_ALPHABET = '0123456789ABCDEFGHJKLMNPQRTUWXY'
const ID_WEIGHTS = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]
const ID_CHECKS = '10X98765432'

/** GB 32100-2015: 18 characters whose last is a weighted sum (weights 3^i mod 31) of the others. */
export function isCreditCode(code: string): boolean {
  const values = [...code.trim().toUpperCase()].map((letter) => CREDIT_ALPHABET.indexOf(letter))
  if (values.length !== 18 || values.includes(-1)) return false
  return creditCheckValue(values.slice(0, 17)) === values[17]
}

/** The 18th character for the first 17 of a credit code. */
export function creditCheckCharacter(first17: string): string {
  return CREDIT_ALPHABET[creditCheckValue([...first17].map((letter) => CREDIT_ALPHABET.indexOf(letter)))] ?? '0'
}

function creditCheckValue(values: number[]): number {
  let weight = 1
  let sum = 0
  for (const value of values) {
    sum += value * weight
    weight = (weight * 3) % 31
  }
  return (31 - (sum % 31)) % 31
}

/** GB 11643: 17 digits and a check character mod 11, with a date that exists. */
export function isIdCard(code: string): boolean {
  const text = code.trim().toUpperCase()
  return (
    /^\d{17}[\dX]$/.test(text) &&
    idCheckCharacter(text.slice(0, 17)) === text[17] &&
    isRealDay(text.slice(6, 14).replace(/(\d{4})(\d{2})/, '$1-$2-'))
  )
}

/** The 18th character for the first 17 digits of an ID number. */
export function idCheckCharacter(first17: string): string {
  const sum = [...first17].reduce((total, digit, i) => total + Number(digit) * (ID_WEIGHTS[i] ?? 0), 0)
  return ID_CHECKS[sum % 11] ?? ''
}

/** Whether a day like `2026-02-28` stands in the calendar. */
export function isRealDay(iso: string): boolean {
  const day = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(iso)
}

/** National student code: G or J with an 18-digit number checked as an ID number, or L with 18 unchecked. */
export function isStudentCode(code: string): boolean {
  const body = code.slice(1)
  if (/^[GJ]\d{17}[\dX]$/.test(code)) return idCheckCharacter(body.slice(0, 17)) === body[17]
  return /^L\d{17}[\dX]$/.test(code)
}

/** ISO 2108: ten characters weighted 10 to 1 modulo 11, or thirteen weighted 1 and 3 modulo 10; hyphens and spaces aside. */
export function isIsbn(code: string): boolean {
  const text = plainIsbn(code)
  if (/^\d{9}[\dX]$/.test(text)) return weighted(text, (at) => 10 - at) % 11 === 0
  return /^97[89]\d{10}$/.test(text) && weighted(text, thirteen) % 10 === 0
}

/** The ISBN of thirteen digits whose first twelve are given. */
export function isbnOf(first12: string): string {
  return first12 + ((10 - (weighted(first12, thirteen) % 10)) % 10)
}

const thirteen = (at: number) => (at % 2 === 0 ? 1 : 3)

/** An ISBN without what is only there for the eye. */
export function plainIsbn(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toUpperCase()
}

function weighted(text: string, weightAt: (at: number) => number): number {
  return [...text].reduce((sum, letter, at) => sum + (letter === 'X' ? 10 : Number(letter)) * weightAt(at), 0)
}

/** An address of the web that people may be sent to. */
export function isWebLink(address: string): boolean {
  return /^https:\/\/[^\s\\]+$/.test(address)
}

/** An account of a corporate directory: letters, digits and `_-@.`, the first a letter or a digit. */
export function isMemberId(id: string): boolean {
  return /^[A-Za-z0-9][A-Za-z0-9_.@-]{0,63}$/.test(id)
}

type Check = (value: string) => string | undefined

/** Each answers the message of the first rule broken, or nothing. Empty values are judged by `required`. */
export const checks: Record<CheckName, Check> = {
  phone(value) {
    if (value.length === 0) return '手机号码不能为空'
    if (/^0\d{2,3}-?\d{7,8}$/.test(value)) return '手机号码格式不正确'
    if (value.length !== 11) return '手机号码长度不为11位'
    return /^1[3-9]\d{9}$/.test(value) ? undefined : '手机号码格式不正确'
  },
  creditCode(value) {
    if (value.trim().length === 0) return '不能全部空格'
    return isCreditCode(value) ? undefined : '统一社会信用代码格式不正确'
  },
  studentCode: (value) => (isStudentCode(value) ? undefined : '学籍号格式错误'),
  idCard: (value) => (isIdCard(value) ? undefined : '身份证号格式不正确'),
  email: (value) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value) ? undefined : '邮箱格式不正确'),
  isbn: (value) => (isIsbn(value) ? undefined : 'ISBN格式不正确，请核对校验位'),
  webLink: (value) => (isWebLink(value) ? undefined : '地址须以 https:// 开头'),
  memberId: (value) => (isMemberId(value) ? undefined : '账号只能由字母、数字和_-@.组成，以字母或数字开头'),
}
