import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = new URL('../..', import.meta.url).pathname
const EXAM = 'server/src/domains/exam/'
const FORMULAS = `${EXAM}formulas/formulas.test.ts`
const LEVELS = 'contract/test/level-score.test.ts'
const PIPELINE = `${EXAM}compute/pipeline.test.ts`
const SEATS = `${EXAM}arrange/kernel/plan-seats.test.ts`

/** What every number of an exam is held to, and the test that holds it: vectors first, then what must be so for any exam. */
const HELD: [what: string, file: string, test: string][] = [
  ['V1–V4 assigned marks, half up', LEVELS, 'V1 to V4: marks are mapped along the line of their grade'],
  ['V5 ranks with ties', FORMULAS, 'V5: equal scores share a rank'],
  ['V6 percentile ranks', FORMULAS, 'V6: percentile ranks of V5'],
  ['V7 deviation, Z, T, CEEB', FORMULAS, 'V7: deviation and standard scores'],
  ['V8 quartiles', FORMULAS, 'V8: quartiles of type 7'],
  ['V9 composite of ratios', FORMULAS, 'V9: composite of ratios to the best'],
  ['V10 balance between schools', FORMULAS, 'V10: balance between schools'],
  ['V11 share between groups', FORMULAS, 'V11: variance between groups'],
  [
    'V12 a paper, by hand, formula and SQL',
    `${EXAM}compute/questions.test.ts`,
    'worked out by hand, by formula and by SQL',
  ],
  ['V13 grades of forty marks', LEVELS, 'V13: the shares of 3+1+2 part forty marks'],
  ['V13 with ties pulled up', LEVELS, 'V13: a grade that ends above its share'],
  ['V13 of other provinces', LEVELS, 'V13: the shares of Guangdong and Shandong'],
  ['V14 seats in S order', SEATS, '(V14)'],
  ['T2 parts add up to the whole', PIPELINE, 'finer units sum up to the coarser ones, bands too, and ranks end at N'],
  ['T3 ranks end at N', PIPELINE, 'finer units sum up to the coarser ones, bands too, and ranks end at N'],
  ['T3 the order of rows changes nothing', PIPELINE, 'the order of the archive changes nothing'],
  [
    'T4 levels on random exams',
    `${EXAM}compute/levels.test.ts`,
    'within their grades and in the order of the raw marks',
  ],
  ['T5 bands of one mark and of ten', PIPELINE, 'bands too'],
  [
    'T6 archived, exported and imported again, the same',
    `${EXAM}import/there-and-back.test.ts`,
    'T6: what was imported',
  ],
  ['T6 a workbook that leaves comes back', `${EXAM}import/import-flow.test.ts`, 'the annotated workbook goes back in'],
  ['T6 so does a paper', `${EXAM}paper/paper.test.ts`, 'what leaves as a workbook changes nothing when it comes back'],
  [
    'T7 one mark changes what depends on it',
    PIPELINE,
    'one corrected score changes its student, its units and nothing else',
  ],
  ['T7 skipping equals computing', PIPELINE, 'computes what depends on it, to the same rows as all anew'],
  [
    'T7 a correction equals an archive',
    `${EXAM}correction/correction.test.ts`,
    'equals, byte by byte, that of an exam archived',
  ],
  ['T8 one seat each, the same seed the same plan', SEATS, 'gives everybody one seat and no seat twice'],
  ['T8 numbers again', `${EXAM}arrange/arrange.test.ts`, 'and again the same after they were cleared'],
  ['T9 reports', 'server/src/domains/report/scope.test.ts', 'show a school its own row, its area and everyone'],
  ['T9 every call that reads', 'server/test/sight.test.ts', 'test('],
  ['T9 lists behind figures', 'server/src/domains/report/explain/every-figure.test.ts', 'stands nobody of others'],
  [
    'T10 corrections by state',
    `${EXAM}correction/correction.test.ts`,
    'a sealed exam and one that is being computed are refused',
  ],
  [
    'T10 every action in every state that forbids it',
    `${EXAM}import/exam-guards.test.ts`,
    'what the state of an exam forbids',
  ],
  ['T10 collections, through every call', 'server/src/domains/gather/transitions.test.ts', 'test'],
  [
    'T11 two runs at once',
    `${EXAM}import/races.test.ts`,
    'of two runs of one exam one wins, and what it leaves is whole',
  ],
  ['T12 rare letters', 'server/src/platform/sheet/write.test.ts', '㛃𠅤'],
  ['T12 full-width digits', 'contract/test/paper.test.ts', '１２（１）'],
  ['T12 marks in halves, full-width marks', `${EXAM}import/import-flow.test.ts`, "'2:3:C04'"],
  ['T12 marks read alike by function and SQL', `${EXAM}import/score-text.test.ts`, '１１８．５'],
  ['T12 classes in their order', 'web/src/domains/report/frame/report-parts.test.ts', "n: '10班' }, { n: '2班'"],
]

test.each(HELD)('%s: the test that holds it is there', (_what, file, title) => {
  const path = join(ROOT, file)
  expect(existsSync(path), file).toBe(true)
  expect(readFileSync(path, 'utf8')).toContain(title)
})
