import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { inferredText } from '../inferred.mjs'
import { sourcesBelow } from '../source.mjs'
import { filesInCircles } from './graph.mjs'
import { measureSources } from './measure.mjs'
import { bareNames, handAliases, tablesNamed } from './tables.mjs'
import { timedExpectations } from './timed.mjs'
import { castsIn, silentCalls } from './types.mjs'
import { carriesOut, codeLines } from './web.mjs'

const KNOWN = new Set(['exam_info', 'sys_user'])

test.each([
  ['select 1 from exam_info', ['exam_info']],
  ['update sys_user set a = 1', ['sys_user']],
  ['select 1 from exam_info e, sys_user u', ['exam_info', 'sys_user']],
  ['delete from "exam_info" using sys_user', ['exam_info', 'sys_user']],
  ['with exam_info as (select 1) select 1 from exam_info', []],
  ["select 'from exam_info' -- from sys_user", []],
  ['insert into sys_user (a) select now()', ['sys_user']],
  ['select 1 from unnest(a) x', ['unnest']],
])('the statement %s names the tables %j', (statement, tables) => {
  expect(tablesNamed(statement)).toEqual(tables)
})

test.each([
  ['sql`select 1 from exam_info where ${sql`id in (select id from sys_user)`}`', 2],
  ["db.selectFrom('examInfo as e').innerJoin('sysUser', 'a', 'b')", 2],
  ['client.query(`insert into sys_user values (1)`)', 1],
  ['sql`select 1 from ${visible(ctx, exam)} e`', 0],
  ['const text = "select 1 from exam_info"', 0],
])('%s holds %i bare names', (text, count) => {
  expect(bareNames('a.ts', text, KNOWN)).toHaveLength(count)
})

test('aliases are counted where a template writes them, not in comments', () => {
  expect(handAliases('a.ts', 'sql`select a_b as "aB", c as "c"` // as "cD"')).toHaveLength(1)
})

test('casts to never and by way of unknown are counted, others are not', () => {
  const text = 'const a = b as never, c = d as never[], e = f as unknown as G, h = i as unknown, j = "as never"'
  expect(castsIn('a.ts', text)).toHaveLength(3)
})

test.each([
  ['expect(performance.now() - begun).toBeLessThan(500)', 1],
  ['expect(Math.round(Date.now() - begun)).toBeGreaterThanOrEqual(5)', 1],
  ['const took = (performance.now() - begun) / 1000\nexpect(took).toBeLessThan(5)', 1],
  ['const took = performance.now() - begun\nconsole.log(took)', 0],
  ['expect(time).toBeGreaterThan(Date.now() - 1000)', 0],
  ['expect(rows.length).toBeLessThan(40)', 0],
])('%s holds %i expectations of how long it takes', (text, count) => {
  expect(timedExpectations('a.ts', text)).toHaveLength(count)
})

test('a call without declared output is silent unless it is derived or answers no records', () => {
  const call = { method: 'GET', path: '/a', output: undefined }
  const calls = [
    { ...call, name: 'silent', answer: 'page' },
    { ...call, name: 'said', answer: 'data', output: { a: {} } },
    { ...call, name: 'derived', answer: 'list', entity: 'a' },
    { ...call, name: 'status', answer: 'status' },
  ]
  expect(silentCalls({ calls }).map(({ name }: { name: string }) => name)).toEqual(['silent'])
})

test('a component that keeps its own busy mark and fetches anew carries out by hand', () => {
  expect(carriesOut('a.ts', 'setBusy(true); client.invalidateQueries({})')).toBe(true)
  expect(carriesOut('a.ts', 'setBusy(true); act()')).toBe(false)
})

test('code lines leave out blank lines and comments', () => {
  expect(codeLines('a.ts', '/** a\n * b */\nconst c = 1 // d\n\n  // e\nconst f = `\n// g\n`\n')).toBe(4)
})

test('files that reach themselves are in circles, the rest of a chain is not', () => {
  const edges = { a: ['b'], b: ['c'], c: ['b', 'd'], d: [], e: ['e'], f: ['a'] }
  expect(filesInCircles(new Map(Object.entries(edges)))).toEqual(['b', 'c', 'e'])
})

test.each(measureSources())('of the sources, $title holds $wanted', ({ value, isMet, list }) => {
  expect(isMet, `${value}\n${list.join('\n')}`).toBe(true)
})

test('every decision that is marked in the contract stands in docs/inferred.md', () => {
  expect(readFileSync('docs/inferred.md', 'utf8')).toBe(inferredText())
})

// Newer browsers answer a promise where the types of the DOM say nothing, and React takes what an effect answers for its end.
test('no effect answers what a call of the page answers', () => {
  const wrong = sourcesBelow('web/src').filter((path) =>
    /use\w*Effect\(\(\) => \w+\.current\b/.test(readFileSync(path, 'utf8')),
  )
  expect(wrong).toEqual([])
})

test('a file that cannot be fetched is told: nobody downloads without an action', () => {
  const wrong = sourcesBelow('web/src').filter((path) => /void download\(/.test(readFileSync(path, 'utf8')))
  expect(wrong).toEqual([])
})
