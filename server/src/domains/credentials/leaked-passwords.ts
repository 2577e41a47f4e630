import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { allPatterns, isCommonPassword } from './common-passwords.ts'

let leaked: Promise<ReadonlySet<string>> | undefined

/**
 * Passwords that leaks have shown most often, in lower case: 49,000, of which 18,000 have eight characters or more.
 * Read when first asked for (40 ms, 20 MB) and kept.
 */
function leakedPasswords(): Promise<ReadonlySet<string>> {
  leaked ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']))
  return leaked
}

/** Whether it, or what it repeats, is known from leaks or follows a pattern that everybody follows. Compared without case. */
export async function isKnownPassword(text: string): Promise<boolean> {
  const plain = text.toLowerCase()
  const repeated = /^(.+?)\1+$/u.exec(plain)?.[1] ?? plain
  const known = await leakedPasswords()
  return [plain, repeated].some((one) => isCommonPassword(one) || known.has(one))
}

/** The same for a password from leaks with digits and signs around it: what people do to make an old one longer. */
export async function isDressedLeak(text: string): Promise<boolean> {
  const core = text.toLowerCase().replaceAll(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  return core.length > 3 && (await leakedPasswords()).has(core)
}

let fingerprints: Promise<ReadonlySet<string>> | undefined

/** The same for those who send nothing but the MD5 of it: small letters, and a capital in front. */
export async function isKnownFingerprint(md5Hex: string): Promise<boolean> {
  fingerprints ??= leakedPasswords().then(fingerprintsOf)
  return (await fingerprints).has(md5Hex)
}

const AT_ONCE = 5000

/** Other requests have their turn in between: it is a second's work in all. */
async function fingerprintsOf(known: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const found = new Set<string>()
  for (const [at, text] of ['', ...known, ...allPatterns()].entries()) {
    if (at % AT_ONCE === 0) await setImmediate()
    for (const spelling of [text, text.charAt(0).toUpperCase() + text.slice(1)]) {
      found.add(createHash('md5').update(spelling).digest('hex'))
    }
  }
  return found
}
