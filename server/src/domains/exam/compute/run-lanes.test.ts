import { setImmediate } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { openLanes } from './run-lanes.ts'

/** Steps that end when they are told to; what happened, in order. */
function steps() {
  const said: string[] = []
  const ends = new Map<string, (error?: Error) => void>()
  const work = (code: string) => (lane: string) => {
    said.push(`${code} on ${lane}`)
    return new Promise<void>((done, fail) => ends.set(code, (error) => (error ? fail(error) : done())))
  }
  const end = async (code: string, error?: Error) => {
    ends.get(code)?.(error)
    await setImmediate()
  }
  return { said, work, end }
}

test('two steps run at once, a third when a lane is free, none before what it needs', async () => {
  const { said, work, end } = steps()
  const lanes = openLanes(['left', 'right'])
  await lanes.begin('total', [], 2, work('total'))
  await lanes.begin('rank', [], 2, work('rank'))
  const third = lanes.begin('lines', ['rank'], 2, work('lines'))
  await end('total')
  expect(said).toEqual(['total on left', 'rank on right'])
  await end('rank')
  await third
  expect(said.at(-1)).toBe('lines on right')
  await end('lines')
  await lanes.end()
})

test('with one lane allowed, steps run one after the other', async () => {
  const { said, work, end } = steps()
  const lanes = openLanes(['left', 'right'])
  await lanes.begin('total', [], 1, work('total'))
  const second = lanes.begin('rank', [], 1, work('rank'))
  await setImmediate()
  expect(said).toEqual(['total on left'])
  await end('total')
  await second
  expect(said.at(-1)).toBe('rank on left')
  await end('rank')
  await lanes.end()
})

test('after a step that failed none is begun, and its reason is thrown once the others have ended', async () => {
  const { said, work, end } = steps()
  const lanes = openLanes(['left', 'right'])
  await lanes.begin('total', [], 2, work('total'))
  await lanes.begin('rank', [], 2, work('rank'))
  const third = expect(lanes.begin('lines', [], 2, work('lines'))).rejects.toThrow('a broken file')
  await end('total', new Error('a broken file'))
  await third
  const ended = expect(lanes.end()).rejects.toThrow('a broken file')
  await end('rank')
  await ended
  expect(said).toEqual(['total on left', 'rank on right'])
})
