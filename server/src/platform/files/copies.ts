import type { Stats } from 'node:fs'
import { readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { hashFile } from './hash-file.ts'

/** What was used so lately may be read at this moment: it stays. */
const IN_USE_MS = 10 * 60_000
/** Between two looks at the whole folder. */
const LOOK_EVERY_MS = 60_000

/** Copies whose bytes were held against their hash by this process, with what the system said of them then. */
const checked = new Map<string, string>()
const MOST_CHECKED = 10_000
const lookedAt = new Map<string, number>()

/**
 * Whether a copy is there and is what its name says. Its bytes are read once per process, and again where its size or time
 * has changed.
 */
export async function isWhole(path: string, sha256: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  if (!found) return false
  if (checked.get(path) !== signOf(found) && (await hashFile(path)) !== sha256) return false
  // When it was used; when it was written, to the millisecond, is a sign of its contents.
  await utimes(path, new Date(), found.mtime)
  if (checked.size >= MOST_CHECKED) checked.clear()
  checked.set(path, signOf(await stat(path)))
  return true
}

function signOf({ size, ino, mtimeMs }: Stats): string {
  return `${size}/${ino}/${mtimeMs}`
}

/**
 * Removes the copies that were used longest ago until those below `folder` (`<ab>/<hash>`) take no more than `most` bytes.
 * The store has all of them; what was used in the last minutes stays.
 */
export async function keepWithin(folder: string, most: number, now = Date.now()): Promise<void> {
  if (now - (lookedAt.get(folder) ?? 0) < LOOK_EVERY_MS) return
  lookedAt.set(folder, now)
  const copies = await copiesIn(folder)
  let size = copies.reduce((sum, one) => sum + one.size, 0)
  for (const one of copies.toSorted((a, b) => a.usedAt - b.usedAt)) {
    if (size <= most || now - one.usedAt < IN_USE_MS) return
    await rm(one.path, { force: true })
    size -= one.size
  }
}

interface Copy {
  path: string
  size: number
  usedAt: number
}

async function copiesIn(folder: string): Promise<Copy[]> {
  const copies: Copy[] = []
  for (const part of await readdir(folder).catch(() => []))
    for (const name of await readdir(join(folder, part)).catch(() => [])) {
      const path = join(folder, part, name)
      const found = await stat(path).catch(() => undefined)
      if (found?.isFile()) copies.push({ path, size: found.size, usedAt: found.atimeMs })
    }
  return copies
}
