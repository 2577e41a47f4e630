/**
 * The commonest passwords, made from the patterns people follow: a word, a walk over the keyboard or a repetition,
 * with the endings and the spellings that are added to look stronger. Compared without case.
 */
const WORDS =
  'password passwd pass admin administrator root user guest test demo login welcome letmein master dragon monkey sunshine princess football baseball basketball superman batman shadow michael jordan jennifer charlie thomas hunter killer soccer hockey harley ranger daniel ashley andrew jessica pepper ginger freedom computer internet secret hello world iloveyou loveyou love lovely angel summer winter spring autumn flower cookie cheese banana orange purple yellow silver golden diamond phoenix matrix mustang corvette ferrari mercedes samsung iphone google apple microsoft windows linux server oracle mysql database system manager teacher student school education campus china beijing shanghai guangzhou shenzhen chengdu woaini woaini1314 nihao zhongguo zhang wang li liu chen yang huang zhao zhou woaiwojia mima denglu guanli laoshi xuesheng xuexiao jiaoyu jiaoyuju xueheng kaoshi chengji woaizhongguo wodemima changeme default temp temporary access trustno1 starwars pokemon naruto chocolate butterfly elephant'.split(
    ' ',
  )
const WALKS =
  'qwerty qwertyuiop qwert asdfgh asdfghjkl asdf zxcvbn zxcvbnm qazwsx qazwsxedc qazwsxedcrfv 1qaz2wsx 1qaz2wsx3edc 1q2w3e 1q2w3e4r 1q2w3e4r5t 1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 zaq12wsx zaq1xsw2 1qazxsw2 abc abcd abcdef abcdefg abcdefgh abcdefghijkl a1b2c3 a1b2c3d4 aa aaa abcabc qweasd qweasdzxc qwe asd zxc 147258369 147852369 159357 789456123 741852963 123321 112233 11223344 1122334455 112233445566 123123 123123123 123123123123 123456 1234567 12345678 123456789 1234567890 12345678910 123456789012 0123456789 9876543210 987654321 87654321 7654321 654321 321 123 1234 12345 520 1314 5201314 52013145201314'.split(
    ' ',
  )
const ENDINGS =
  ' 1 12 123 1234 12345 123456 1234567 12345678 123456789 1234567890 0 01 001 007 11 111 1111 22 66 666 6666 88 888 8888 99 999 520 521 1314 5201314 2008 2010 2012 2015 2018 2019 2020 2021 2022 2023 2024 2025 2026 ! !! @ # . ~ ? !@# !@#$ @123 @1234 @123456 #123 !123 123! 1234! 123456! @2020 @2021 @2022 @2023 @2024 @2025 @2026 2024! 2025! 2026! _123 .123 -123 abc qwe qwer asd aa a q'.split(
    ' ',
  )
const SPELLINGS: [RegExp, string][] = [
  [/a/g, '@'],
  [/o/g, '0'],
  [/[il]/g, '1'],
  [/e/g, '3'],
  [/s/g, '$'],
]

function spellingsOf(word: string): string[] {
  const single = SPELLINGS.map(([letter, sign]) => word.replaceAll(letter, sign))
  const all = SPELLINGS.reduce((text, [letter, sign]) => text.replaceAll(letter, sign), word)
  return [...new Set([word, ...single, all])]
}

function* patterns(): Generator<string> {
  for (const base of [...WORDS.flatMap(spellingsOf), ...WALKS]) {
    for (const ending of ENDINGS) yield base + ending
    yield base + base
    yield base + base + base
    yield [...base].toReversed().join('')
  }
  for (const base of WALKS) for (const word of WORDS) yield word + base
}

let common: Set<string> | undefined

/** All that the words and walks stand for, in lower case. */
export function allPatterns(): ReadonlySet<string> {
  common ??= new Set(patterns())
  return common
}

/** Whether it is on the list, or nothing but one short piece over and over. */
export function isCommonPassword(text: string): boolean {
  const common = allPatterns()
  const plain = text.toLowerCase()
  return (
    isDressed(plain) ||
    isNumberOfLife(plain) ||
    common.has(plain) ||
    /^(.{1,4})\1{2,}.{0,3}$/u.test(plain) ||
    isRun(plain)
  )
}

const BASES = new Set([...WORDS, ...WALKS.filter((walk) => /^[a-z]{4,}$/.test(walk))])
const PLAIN_LETTERS: [RegExp, string][] = [
  [/@/g, 'a'],
  [/0/g, 'o'],
  [/1/g, 'i'],
  [/3/g, 'e'],
  [/\$/g, 's'],
]

/** One or two words of the list, in any spelling, with nothing but digits and signs around them. */
function isDressed(text: string): boolean {
  const core = text.replaceAll(/^[^\p{L}@$]+|[^\p{L}@$]+$/gu, '')
  const straight = PLAIN_LETTERS.reduce((word, [sign, letter]) => word.replaceAll(sign, letter), core)
  return [core, straight].some((one) => isOneOrTwo(one))
}

function isOneOrTwo(letters: string): boolean {
  return (
    BASES.has(letters) || [...BASES].some((base) => letters.startsWith(base) && BASES.has(letters.slice(base.length)))
  )
}

const DAY = '(?:19|20)\\d\\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])'
const NUMBERS_OF_LIFE = [
  new RegExp(`^[a-z]{0,4}${DAY}(?:${DAY}|\\D{0,3}|[a-z]{0,4}\\d{0,4})$`),
  /^[a-z]{0,4}1[3-9]\d{9}\D{0,3}$/,
  /^\d{6}(?:19|20)\d{9}[\dx]\D{0,3}$/,
]

/** A birthday, a telephone number or the number of an identity card, with initials in front or a sign behind. */
function isNumberOfLife(text: string): boolean {
  return NUMBERS_OF_LIFE.some((form) => form.test(text))
}

/** A row of neighbours up or down: abcdefghijkl, 987654321098. */
function isRun(text: string): boolean {
  const codes = [...text].map((letter) => letter.codePointAt(0) ?? 0)
  const steps = codes.slice(1).map((code, at) => (code - (codes[at] ?? 0) + 10) % 10)
  return steps.length > 5 && /^(1+|9+)$/.test(steps.join('')) && /^(\d+|[a-z]+)$/.test(text)
}
