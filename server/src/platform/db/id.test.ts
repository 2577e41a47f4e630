import { expect, test } from 'vitest'
import { idMaker } from './id.ts'

const NOW = Date.UTC(2031, 5, 1)
const clock = { now: NOW }
const { nextId, reserveIds } = idMaker(() => clock.now)

const isGrowing = (ids: bigint[]) => ids.every((id, at) => at === 0 || id > (ids[at - 1] ?? 0n))
const make = (count: number) => Array.from({ length: count }, () => BigInt(nextId()))

/** The milliseconds an id tells of. */
const timeOf = (id: bigint) => Number(id >> 22n) + Date.UTC(2024, 0, 1)

test('ids grow, more of them than a millisecond has', () => {
  const ids = make(10_000)
  expect(isGrowing(ids)).toBe(true)
  expect([timeOf(ids[0] ?? 0n), timeOf(ids[9999] ?? 0n)]).toEqual([NOW, NOW + 2])
})

test('ids grow while the clock goes back', () => {
  clock.now = NOW + 1000
  const before = make(2)
  clock.now = NOW
  const after = make(2)
  expect(isGrowing([...before, ...after])).toBe(true)
  clock.now = NOW + 2000
  expect(timeOf(BigInt(nextId()))).toBe(NOW + 2000)
})

test.each([1, 4095, 4096, 10_000])('%i ids that are set aside are given to nobody else', (count) => {
  clock.now = NOW + 10_000 + count * 1000
  const before = make(3)
  const first = BigInt(reserveIds(count))
  const at = (n: number) => first + ((BigInt(n) / 4096n) << 22n) + (BigInt(n) % 4096n)
  const kept = Array.from({ length: count }, (_none, n) => at(n))
  expect(isGrowing([...before, ...kept, ...make(3), BigInt(reserveIds(1))])).toBe(true)
})
