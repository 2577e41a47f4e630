import '../../test-built.ts'
import { act } from '@testing-library/react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { updateSession } from '../platform/session/store.ts'
import { SCREENS } from './index.ts'
import { EVERY_RIGHT, SCREENS_BY_PATH, openScreen } from './_screens.tsx'

/** Parts that come when they are wanted are there from the start: a page is the same however long they take. */
beforeAll(async () => {
  const parts = import.meta.glob(['../{platform,domains}/**/*.tsx', '!**/*.test.tsx', '!**/_*'])
  await Promise.all(Object.values(parts).map((load) => load()))
})

/** So that a day that is filled in is the same every day; timers run on. */
beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-10T10:00:00') }))
afterEach(() => vi.unstubAllGlobals())

/** Rights that remember which of them were asked for. */
class Rights extends Set<string> {
  readonly asked = new Set<string>()
  override has(code: string): boolean {
    this.asked?.add(code)
    return super.has(code)
  }
}

function hold(rights: Rights): void {
  act(() => updateSession({ permissions: rights }))
}

const OFFERED =
  'main :is(h1, h2, h3, button, a, input, textarea, [role=alert], [role=tab], [role=menuitem], [role=switch])'
const STATES = ['aria-current', 'aria-selected', 'aria-pressed', 'aria-checked', 'aria-expanded']

/** What a screen offers and in which state, a line for what stands by itself and for each row. */
function offered(): string[] {
  const lines = new Map<Element | null, string[]>()
  for (const one of document.querySelectorAll<HTMLInputElement>(OFFERED)) {
    const row = one.closest('tr, li, form')
    lines.set(row, [...(lines.get(row) ?? []), ...saying(one)])
  }
  return [...lines.values()].filter((words) => words.length > 0).map((words) => words.join(' | '))
}

/** Its name and state; of what has none, such as the cross that empties a box, nothing. */
function saying(one: HTMLInputElement): string[] {
  const name = one.getAttribute('aria-label') ?? one.labels?.[0]?.textContent ?? one.placeholder ?? one.textContent
  const held = STATES.filter((state) => !['false', null].includes(one.getAttribute(state)))
  const can = [one.disabled && 'disabled', one.readOnly && 'read-only', one.checked && 'checked'].filter(Boolean)
  const value = one.value && one.value !== 'on' ? [`= ${one.value}`] : []
  const short = name?.replaceAll(/\s+/g, ' ').trim()
  return short ? [[short, ...held.map((state) => state.replace('aria-', '')), ...can, ...value].join(' ')] : []
}

/** The words of some lines that others lack, which may hold the same several times; each once. */
function lost(from: string[], kept: string[]): string {
  const words = (lines: string[]) => lines.flatMap((line) => line.split(' | '))
  const left = words(kept)
  const gone = words(from).filter((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
  return [...new Set(gone)].join(' | ')
}

/** Those that are more than what follows from one declaration: of these the test of every list tells. */
const OWN = SCREENS_BY_PATH.filter(
  ([, target]) => target.kind === 'page' || (target.kind === 'entity' && SCREENS[target.name]),
)

test.each(OWN)('%s: offers what is written down, and without each right less', async (_path, target) => {
  await openScreen(target, 'states')
  const every = new Rights(EVERY_RIGHT)
  hold(every)
  const whole = offered()
  const differences = [...every.asked].toSorted().flatMap((code) => {
    hold(new Rights(EVERY_RIGHT.filter((one) => one !== code)))
    const rest = offered()
    const more = lost(rest, whole)
    return [`without ${code}: ${lost(whole, rest) || 'nothing less'}`, ...(more ? [`  in its place: ${more}`] : [])]
  })
  expect(['', ...whole, '', ...differences, ''].join('\n')).toMatchSnapshot()
})
