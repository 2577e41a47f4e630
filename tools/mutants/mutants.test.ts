import { runInNewContext } from 'node:vm'
import { beforeAll, expect, test } from 'vitest'
import { parseText, readText, sourcesBelow } from '../source.mjs'
import { allMutants, chooseMutants } from './choose.mjs'
import { outcomeOf, sumOf } from './count.mjs'
import { globbedBy } from './globs.mjs'
import { applyMutant, makeMutants } from './make.mjs'
import { marked, partAt, partsIn, partsOf, silentThrows } from './marks.mjs'
import { isTimedOut } from './run.mjs'
import { testFinder } from './tests.mjs'

/** What ran the part that begins there is known. */
const KNOWN = 7
const RAN = ['server/test/wire.test.ts', 'server/src/domains/wecom/pull.test.ts']
/** Of what this one runs nothing is known. */
const CHANGED = 'server/src/domains/wecom/erase.test.ts'
/** Of the whole product; to read all of it takes a while. */
let product: ReturnType<typeof allMutants>
let testsFor: ReturnType<typeof testFinder>
beforeAll(() => {
  product = allMutants()
  testsFor = testFinder(undefined, ({ start }) => (test) => {
    const isKnown = start === KNOWN && test !== CHANGED
    return isKnown ? RAN.includes(test) : undefined
  })
})

/** What each change of a text makes of it, by kind. */
function changes(path: string, text: string): string[] {
  return makeMutants(path, text).map((mutant) => `${mutant.kind}: ${applyMutant(text, mutant)}`)
}

test.each([
  ['if (a) throw b', ['guard removed: ;', 'guard negated: if (!(a)) throw b']],
  ['await assertOpen(a)', ['guard call removed: ;']],
  ['keep(a)', ['call removed: ;']],
  ['log.warn(a)', []],
  ['const a = b <= c', ['comparison flipped: const a = b < c']],
  ['const a = b && c', ['and, or swapped: const a = b || c']],
  ['const a = b ? c : d', ['choice turned round: const a = !(b) ? c : d']],
  [
    'const a = 1, b = 5000, c = true',
    ['constant changed: const a = 2, b = 5000, c = true', 'constant changed: const a = 1, b = 5000, c = false'],
  ],
  ['type A = 1 | true', []],
])('of the program %s changes are made as listed', (text, expected) => {
  expect(changes('server/src/a.ts', text)).toEqual(expected)
})

test.each([
  ['where a = b and c = ${d} order by e', ['where a = b order by e', 'where a = b and c = ${d} order by e desc']],
  ['where a between b and c', []],
  ['where (a and b in (1, 2)) or c', ['where (a ) or c']],
  [
    'order by a desc, b limit 1',
    ['order by a asc, b limit 1', 'order by a desc limit 1', 'order by a desc, b limit 2'],
  ],
  ['where a is not null', ['where a is null']],
  ["where a > 'b > c' -- d and e", ["where a >= 'b > c' -- d and e"]],
  ["where a->>'b' = c", []],
  ['from a left join b on true', ['from a join b on true']],
])('of the statement %s changes are made as listed', (statement, expected) => {
  const made = changes('server/src/a.ts', `const q = sql\`${statement}\``)
  expect(made.map((one) => one.replace(/^[^`]*`(.*)`$/, '$1').replaceAll(/ {2,}/g, ' '))).toEqual(expected)
})

test('a control loses what makes it work, a builder what narrows it', () => {
  expect(changes('web/src/a.tsx', 'const a = <B c="d" disabled={e} />')).toEqual([
    'disabled dropped: const a = <B c="d"  />',
  ])
  expect(changes('server/src/a.ts', "const a = db.selectFrom(b).where('c', '=', d).execute()")).toEqual([
    'sql where dropped: const a = db.selectFrom(b).execute()',
  ])
})

test('every change of the product differs from the rest and is a program', () => {
  const all = product.filter(({ path }) => path.includes('/school/'))
  expect(all.length).toBeGreaterThan(100)
  expect(new Set(all.map(({ path, start, end, text }) => JSON.stringify([path, start, end, text]))).size).toBe(
    all.length,
  )
  for (const mutant of all.filter(({ path }) => !path.endsWith('.sql'))) {
    const { errors } = parseText(mutant.path, applyMutant(readText(mutant.path), mutant))
    expect(errors, `${mutant.path}:${mutant.line} ${mutant.kind}`).toEqual([])
  }
})

test('the same seed chooses the same changes, another one others', () => {
  const choose = (seed: number) => chooseMutants(product, { number: 20, seed, parts: ['guards', 'server'] })
  expect(choose(1)).toEqual(choose(1))
  expect(choose(1)).not.toEqual(choose(2))
  expect(choose(1).filter(({ part }) => part === 'guards')).toHaveLength(10)
})

test('a file that is taken by a pattern is reached by the tests of what takes it', () => {
  const sources = sourcesBelow('web/src')
  const pages = globbedBy('web/src/shell/screens/Screen.tsx', sources)
  expect(pages).toEqual(sources.filter((path) => path.endsWith('.page.tsx')))
  expect(pages.length).toBeGreaterThan(20)
  const tests = testsFor({ path: 'web/src/domains/exam/import/MappingStep.tsx', start: 0 })
  expect(tests).toContain('web/src/screens/every-screen.test.tsx')
})

test('the tests nearest to a change are asked first, those of everything declared last', () => {
  const all = testsFor({ path: 'server/src/domains/wecom/erase.ts', start: 0 })
  expect(all[0]).toBe('server/src/domains/wecom/erase.test.ts')
  const isNear = all.map((test) => test.startsWith('server/src/domains/wecom/'))
  expect(isNear.lastIndexOf(true)).toBeLessThan(isNear.indexOf(false))
  const isGeneric = all.map((test) => test.startsWith('server/test/'))
  expect(isGeneric.indexOf(true)).toBeGreaterThan(isGeneric.lastIndexOf(false))
  const [first, second] = testsFor({ path: 'server/src/platform/provider/read-limited.ts', start: 0 })
  expect(first).toBe('server/src/platform/provider/read-limited.test.ts')
  expect(second).toMatch(/^server\/src\/platform\/provider\//)
  // A program of its own, which nothing imports.
  expect(testsFor({ path: 'server/src/platform/paper/press-child.ts', start: 0 })[0]).toBe(
    'server/src/platform/paper/paper.test.ts',
  )
})

test('where it is known which tests ran a part, they alone are asked, and tests that changed since', () => {
  const path = 'server/src/domains/wecom/erase.ts'
  expect(testsFor({ path, start: KNOWN })).toEqual([CHANGED, ...RAN.toReversed()])
  expect(testsFor({ path, start: 0 }).length).toBeGreaterThan(RAN.length)
})

test('each part of a source says when it runs, and the source does what it did', () => {
  const text = [
    'const twice = (n) => ({ n: 2 * n })',
    'function pick(n) {',
    '  if (n > 1) return twice(n)',
    '  else if (n > 0) return () => () => n',
    '}',
  ].join('\n')
  const reached: string[] = []
  const run = (source: string) => runInNewContext(`${source}; pick`, { reached: note })
  const note = (part: string) => void reached.push(part)
  const [plain, telling] = [text, marked('a.js', text)].map(run)
  expect(telling(2)).toEqual(plain(2))
  expect(reached).toEqual(['a.js 1', 'a.js 2', 'a.js 0'])
  expect(telling(1)()()).toBe(1)
  expect(reached.slice(3)).toEqual(['a.js 1', 'a.js 3', 'a.js 4', 'a.js 5', 'a.js 6'])
  const parts = partsOf('a.js', text)
  expect(
    [text.indexOf('2 * n'), text.indexOf('n > 1'), text.lastIndexOf('n'), 0].map((at) => partAt(parts, at)),
  ).toEqual([0, 1, 6, undefined])
})

test('a statement carries its mark in whatever is made of its lines, and is the same without', () => {
  const text = [
    '-- of one unit',
    'with cell as (',
    '  from unit)',
    '-- rows',
    "select from_json(cell, '[{",
    '  "n": "INTEGER"}]\'),',
    "  'it''s'",
  ].join('\n')
  const telling = marked('a.sql', text)
  expect(telling.split('\n').map(partsIn)).toEqual([[], [], ['a.sql 0'], [], [], ['a.sql 0'], ['a.sql 0']])
  expect(telling.replaceAll(' /*@a.sql 0*/', '')).toBe(text)
  expect(partAt(partsOf('a.sql', text), text.indexOf('cell'))).toBe(0)
})

test('a refusal that no test has caused is named', () => {
  const text = 'function f(n) {\n  if (n > 1) throw new Error("much")\n  if (n < 0) throw new Error("less")\n}'
  expect(silentThrows('a.js', text, (number) => number !== 2)).toEqual(['a.js:3 throw new Error("less")'])
})

test('every source of the platform is still a program when its parts say that they run', () => {
  const broken = sourcesBelow('server/src/platform').filter(
    (path) => parseText(path, marked(path, readText(path))).errors.length > 0,
  )
  expect(broken).toEqual([])
})

test('a change whose tests did not answer in time is neither noticed nor missed', () => {
  const [noticed, missed, late] = [
    { by: 'a.test.ts holds', ended: 1, asked: 3 },
    { ended: 3, asked: 3 },
    { late: true, ended: 2, asked: 3 },
  ]
  expect([noticed, missed, late].map(outcomeOf)).toEqual([
    'noticed by a.test.ts holds',
    'missed by 3 of 3 files of tests',
    'cut off after 2 of 3 files of tests',
  ])
  expect(sumOf([noticed, missed, late, late])).toEqual({ made: 2, noticed: 1, late: 2 })
})

test.each([
  ['Test timed out in 180000ms.\nIf this is a long-running test', true],
  ['Hook timed out in 180000ms.', true],
  ['expected the job to say: Test timed out in 5 s', false],
])('a test that failed with %j ran out of time: %s', (message, is) => {
  expect(isTimedOut([{ message }])).toBe(is)
})

test('one that failed with nothing, or with more than that, did not', () => {
  const late = { message: 'Test timed out in 5000ms.' }
  expect([isTimedOut([]), isTimedOut([late, { message: 'expected 1 to be 2' }])]).toEqual([false, false])
})
