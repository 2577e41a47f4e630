import { expect, it } from 'vitest'
import { createCache } from './cache.ts'

function counting(cache: ReturnType<typeof createCache<number>>) {
  let made = 0
  return async (key: string) => {
    await cache.through(key, async () => (made += 1))
    return made
  }
}

it('makes a value once, also for two who ask together', async () => {
  const ask = counting(createCache<number>(1000, () => 10))
  expect(await Promise.all([ask('a'), ask('a')])).toEqual([1, 1])
  expect(await ask('a')).toBe(1)
})

it('drops what was not asked for the longest when the room is full', async () => {
  const ask = counting(createCache<number>(100, () => 8))
  for (const key of ['1', '2', '3', '4', '5', '6', '7', '8', '9', '0']) await ask(key)
  expect(await ask('1')).toBe(10)
  expect(await ask('x')).toBe(11)
  // 1 was read after 2, so 2 had to go
  expect(await ask('1')).toBe(11)
  expect(await ask('2')).toBe(12)
})

it('keeps neither what is too large nor what failed', async () => {
  const cache = createCache<number>(100, () => 50)
  const ask = counting(cache)
  expect([await ask('a'), await ask('a')]).toEqual([1, 2])
  const failing = cache.through('b', () => Promise.reject(new Error('gone')))
  await expect(failing).rejects.toThrow('gone')
  expect(await cache.through('b', async () => 7)).toBe(7)
})
