import { expect, test } from 'vitest'
import { Allowance } from './allowance.ts'

function opened(perMinute: number, atOnce: number) {
  const clock = { now: 0 }
  return { clock, allowance: new Allowance(perMinute, atOnce, () => clock.now) }
}

test('what still runs when the minute ends takes its place in the next one', async () => {
  const { clock, allowance } = opened(10, 1)
  let finish = (): void => undefined
  const running = allowance.within('a', () => new Promise<void>((resolve) => (finish = resolve)))
  clock.now = 60_000
  await expect(allowance.within('a', async () => 1)).rejects.toThrow('操作过于频繁，请1秒后再试')
  finish()
  await running
  await expect(allowance.within('a', async () => 1)).resolves.toBe(1)
})

test('the seconds to wait are counted from the first of the minute, and rounded up', async () => {
  const { clock, allowance } = opened(2, 8)
  clock.now = 500
  await allowance.within('a', async () => 1)
  clock.now = 59_000
  await allowance.within('a', async () => 1)
  clock.now = 60_499
  await expect(allowance.within('a', async () => 1)).rejects.toThrow('请1秒后再试')
  clock.now = 60_500
  await expect(allowance.within('a', async () => 1)).resolves.toBe(1)
  await allowance.within('a', async () => 1)
  await expect(allowance.within('a', async () => 1)).rejects.toThrow('请60秒后再试')
})

test('a crowd lets nobody have more, and only the idle are forgotten', async () => {
  const { clock, allowance } = opened(1, 8)
  for (let i = 0; i < 9999; i += 1) await allowance.within(`old${i}`, async () => 1)
  clock.now = 30_000
  await allowance.within('a', async () => 1)
  clock.now = 60_000
  for (let i = 0; i < 100; i += 1) await allowance.within(`new${i}`, async () => 1)
  await expect(allowance.within('a', async () => 1)).rejects.toThrow('请30秒后再试')
  await expect(allowance.within('new0', async () => 1)).rejects.toThrow('请60秒后再试')
  await expect(allowance.within('old0', async () => 1)).resolves.toBe(1)
})
