import { expect, test } from 'vitest'
import { type Edits, NO_EDITS, countEdits, dropEdits, redoStep, settleEdits, takeStep, undoStep } from './edits.ts'

const change = (row: string, column: number, before: string, after: string) => ({ row, column, before, after })
const texts = ({ cells }: Edits) =>
  Object.entries(cells).flatMap(([row, own]) => Object.entries(own).map(([column, { to }]) => `${row}.${column}=${to}`))

test('every step is undone and redone, a block as one', () => {
  const one = takeStep(NO_EDITS, [change('a', 0, '1', '2')])
  const block = takeStep(one, [change('a', 0, '2', '3'), change('b', 1, 'x', 'y')])
  expect(texts(block)).toEqual(['a.0=3', 'b.1=y'])
  const back = undoStep(block)
  expect(texts(back)).toEqual(['a.0=2'])
  expect(texts(undoStep(back))).toEqual([])
  expect(texts(redoStep(redoStep(undoStep(back))))).toEqual(['a.0=3', 'b.1=y'])
})

test('a cell typed back to what it was counts no more, and what changes nothing is no step', () => {
  const there = takeStep(NO_EDITS, [change('a', 0, '1', '2')])
  const back = takeStep(there, [change('a', 0, '2', '1')])
  expect([countEdits(there), countEdits(back)]).toEqual([1, 0])
  expect(takeStep(back, [change('a', 0, '1', '1')])).toBe(back)
})

test('a new step ends what could be redone', () => {
  const undone = undoStep(takeStep(NO_EDITS, [change('a', 0, '1', '2')]))
  expect(takeStep(undone, [change('a', 0, '1', '3')]).future).toEqual([])
})

test('what was saved can still be undone, as a change of its own', () => {
  const typed = takeStep(NO_EDITS, [change('a', 0, '1', '2')])
  const saved = settleEdits(typed, typed.cells)
  expect(countEdits(saved)).toBe(0)
  expect(undoStep(saved).cells).toEqual({ a: { 0: { from: '2', to: '1' } } })
})

test('what was typed while a save was under way stays, as a change of what was saved', () => {
  const sent = takeStep(NO_EDITS, [change('a', 0, '1', '2'), change('a', 1, 'x', 'y'), change('b', 0, '', 'n')])
  const retyped = takeStep(sent, [change('a', 0, '2', '3'), change('c', 0, '', 'm')])
  const { cells } = settleEdits(takeStep(retyped, [change('a', 1, 'y', 'x')]), sent.cells)
  expect(cells).toEqual({
    a: { 0: { from: '2', to: '3' }, 1: { from: 'y', to: 'x' } },
    c: { 0: { from: '', to: 'm' } },
  })
})

test('what is given up comes back by undoing', () => {
  const typed = takeStep(takeStep(NO_EDITS, [change('a', 0, '1', '2')]), [change('b', 1, '', 'x')])
  const dropped = dropEdits(typed)
  expect(countEdits(dropped)).toBe(0)
  expect(undoStep(dropped).cells).toEqual(typed.cells)
})

test('rows that a step leaves alone stay the same objects', () => {
  const first = takeStep(NO_EDITS, [change('a', 0, '1', '2')])
  expect(takeStep(first, [change('b', 0, '1', '2')]).cells['a']).toBe(first.cells['a'])
})
