import { mkdir, mkdtemp, readdir, rm, utimes, writeFile, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Ctx } from '../ctx.ts'
import { derivedFiles } from './derived-files.ts'

let root: string
let told: string[]
let ctx: Pick<Ctx, 'user' | 'log'>
let written: number

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'derived-'))
  told = []
  written = 0
  const note = (_facts: object, message = '') => void told.push(message)
  ctx = { user: { tenantId: '000001' }, log: { info: note, warn: note, error: note } } as unknown as typeof ctx
})

afterEach(() => rm(root, { recursive: true, force: true }))

/** A process of its own over the folder of the test. */
function open(room = 1_000_000) {
  let arrived = 0
  return derivedFiles({
    folder: join(root, 'derived'),
    room,
    tempPath: () => join(root, `arriving-${(arrived += 1)}-${Math.random()}`),
  })
}

async function write(path: string): Promise<void> {
  written += 1
  await writeFile(path, `rows ${written}`)
}

const kept = () => readdir(join(root, 'derived', '000001'))

test('a file is made once and found again, also by a process that starts later', async () => {
  const first = await open().derive(ctx, 'a', write)
  expect(await open().derive(ctx, 'a', write)).toBe(first)
  expect(await readFile(first ?? '', 'utf8')).toBe('rows 1')
  expect([written, await kept()]).toEqual([1, [expect.stringMatching(/^[\da-f]{64}-[\da-f]{64}$/)]])
})

test('two requests at the same time wait for one file', async () => {
  const files = open()
  const [one, other] = await Promise.all([files.derive(ctx, 'a', write), files.derive(ctx, 'a', write)])
  expect([one === other, written]).toEqual([true, 1])
})

test('another recipe and another tenant have files of their own', async () => {
  const files = open()
  const other = { ...ctx, user: { ...ctx.user, tenantId: '000002' } }
  const paths = [
    await files.derive(ctx, 'a', write),
    await files.derive(ctx, 'b', write),
    await files.derive(other, 'a', write),
  ]
  expect(new Set(paths).size).toBe(3)
})

test('a lost file, a damaged one and a wiped folder are made again', async () => {
  const files = open()
  const path = (await files.derive(ctx, 'a', write)) ?? ''
  await rm(path)
  const again = (await files.derive(ctx, 'a', write)) ?? ''
  expect(await readFile(again, 'utf8')).toBe('rows 2')
  await writeFile(again, 'something else')
  expect(await readFile((await files.derive(ctx, 'a', write)) ?? '', 'utf8')).toBe('rows 3')
  expect(await kept()).toHaveLength(1)
  await rm(join(root, 'derived'), { recursive: true })
  expect(await readFile((await files.derive(ctx, 'a', write)) ?? '', 'utf8')).toBe('rows 4')
})

test('a write that fails leaves nothing, is told, and is not tried again at once', async () => {
  const files = open()
  const fail = async (path: string) => {
    await write(path)
    throw new Error('no space left on device')
  }
  expect([await files.derive(ctx, 'a', fail), await files.derive(ctx, 'a', fail)]).toEqual([undefined, undefined])
  expect([written, told, await readdir(root)]).toEqual([1, ['derived file not made'], []])
})

test('a write that died in the middle is no file', async () => {
  await writeFile(join(root, 'arriving'), 'half of it')
  await mkdir(join(root, 'derived'))
  const path = await open().derive(ctx, 'a', write)
  expect([written, await kept()]).toEqual([1, [path?.split('/').at(-1)]])
})

test('files beyond the room go, the one used longest ago first, and what is in use stays', async () => {
  const place = join(root, 'derived', '000001')
  await mkdir(place, { recursive: true })
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  for (const [name, hours] of Object.entries({ oldest: 3, older: 2, used: 0 })) {
    await writeFile(join(place, name), '12345678')
    await utimes(join(place, name), hoursAgo(hours), hoursAgo(hours))
  }
  const path = await open(24).derive(ctx, 'a', write)
  expect((await kept()).toSorted((a, b) => b.length - a.length)).toEqual([path?.split('/').at(-1), 'older', 'used'])
})
