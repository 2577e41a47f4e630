import { expect, test } from 'vitest'
import { readBytes, readLimited } from './read-limited.ts'

test('an answer is read up to its bound, and refused beyond it', async () => {
  expect(await readLimited(new Response('成绩'), 6)).toBe('成绩')
  await expect(readLimited(new Response('成绩'), 5)).rejects.toThrow('the answer is too long')
  await expect(readBytes(new Response('abc'), 2)).rejects.toThrow('the answer is too long')
  expect(await readBytes(new Response(null), 0)).toEqual(Buffer.alloc(0))
})
