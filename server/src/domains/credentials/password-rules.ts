import { isDressedLeak, isKnownPassword } from './leaked-passwords.ts'

export type PasswordProfile = 'mlps3' | 'asvs5'

interface Rules {
  shortest: number
  longest: number
  /** How many of lower case, upper case, digits and signs. */
  classes: number
  /** Known ones are refused: also with digits and signs around them. */
  isStrict: boolean
  /** How many earlier passwords may not come back. */
  remembered: number
  /** Days after which a password has to be changed; 0 never. */
  days: number
  /** Seconds an account is closed after five wrong passwords; 0: the wait that doubles. */
  lockSeconds: number
}

/** 等保三级 as assessed by GB/T 28448 practice, and OWASP ASVS 5.0 chapter 6.2. */
export const PASSWORD_RULES: Record<PasswordProfile, Rules> = {
  mlps3: { shortest: 8, longest: 128, classes: 3, isStrict: false, remembered: 5, days: 90, lockSeconds: 1800 },
  asvs5: { shortest: 12, longest: 128, classes: 0, isStrict: true, remembered: 0, days: 0, lockSeconds: 0 },
}

/** Where a tenant has chosen no profile. */
const BASIC: Rules = { shortest: 8, longest: 128, classes: 0, isStrict: false, remembered: 0, days: 0, lockSeconds: 0 }

export function rulesOf(profile: string | null | undefined): Rules | undefined {
  return profile === 'mlps3' || profile === 'asvs5' ? PASSWORD_RULES[profile] : undefined
}

/** Said of passwords everybody knows. */
export const KNOWN = '该密码过于常见，请换一个'

const CLASSES = [/\p{Ll}/u, /\p{Lu}/u, /\p{Nd}/u, /[^\p{L}\p{Nd}]/u]

/** The first rule a new password breaks, in the user's words, or nothing. `unit` is the tenant's name. */
export async function passwordFault(
  profile: string | null | undefined,
  text: string,
  account: string,
  unit = '',
): Promise<string | undefined> {
  if (text === '') return '请输入新密码'
  const rules = rulesOf(profile) ?? BASIC
  const length = [...text].length
  if (length < rules.shortest) return `密码至少${rules.shortest}位`
  if (length > rules.longest) return `密码最多${rules.longest}位`
  if (CLASSES.filter((one) => one.test(text)).length < rules.classes) {
    return '密码须包含大写字母、小写字母、数字、符号中的至少三类'
  }
  if (account.length >= 3 && text.toLowerCase().includes(account.toLowerCase())) return '密码不能包含账号'
  if (contextWords(unit).some((word) => text.toLowerCase().includes(word))) return '密码不能包含单位或系统的名称'
  const isKnown = (await isKnownPassword(text)) || (rules.isStrict && (await isDressedLeak(text)))
  return isKnown ? KNOWN : undefined
}

const PRODUCT = ['学衡', 'xueheng']

/** Names everybody here knows: of the product, and of the unit as a whole and without what stands in brackets. */
function contextWords(unit: string): string[] {
  const names = [unit, unit.replaceAll(/[（(].*?[)）]/g, '')].map((name) => name.trim().toLowerCase())
  return [...PRODUCT, ...names.filter((name) => [...name].length >= 2)]
}

const DAY_MS = 86_400_000

/**
 * Whether the password has to be changed before anything else: it was made for one sign-in; or the tenant has rules, and
 * somebody else chose it or it is too old.
 */
export function passwordDue(
  profile: string | null | undefined,
  password: { isInitial: boolean; isOnce?: boolean; changedAt: Date },
  now: Date,
): boolean {
  if (password.isOnce) return true
  const rules = rulesOf(profile)
  if (!rules) return false
  const isOld = rules.days > 0 && now.getTime() - password.changedAt.getTime() > rules.days * DAY_MS
  return password.isInitial || isOld
}
