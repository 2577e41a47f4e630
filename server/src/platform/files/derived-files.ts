import { createHash } from 'node:crypto'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { inTurn } from '../in-turn.ts'
import { isWhole, keepWithin } from './copies.ts'
import type { Files } from './files.ts'
import { hashFile } from './hash-file.ts'

/** After a file could not be made it is not tried again for so long. */
const PAUSE_MS = 60_000

interface DerivedDeps {
  /** Files lie below it as `<tenant>/<hash of the recipe>-<SHA-256 of the contents>`. */
  folder: string
  /** Bytes they may take; the files used longest ago go first. */
  room: number
  /** A fresh path on the same disk for a file on its way. */
  tempPath(): string
}

/** Files computed from immutable ones. They may be removed at any time: the next reader makes them again. */
export function derivedFiles({ folder, room, tempPath }: DerivedDeps): Pick<Files, 'derive'> {
  const failed = new Map<string, number>()
  async function make(place: string, name: string, write: (path: string) => Promise<void>): Promise<string> {
    const arriving = tempPath()
    try {
      await write(arriving)
      await mkdir(place, { recursive: true })
      const path = join(place, `${name}-${await hashFile(arriving)}`)
      await rename(arriving, path)
      await keepWithin(folder, room)
      return path
    } finally {
      // Gone when it was placed.
      await rm(arriving, { force: true })
    }
  }
  return {
    async derive(ctx, recipe, write) {
      const place = join(folder, ctx.user.tenantId)
      const name = createHash('sha256').update(recipe).digest('hex')
      const found = await findWhole(place, name)
      if (found || Date.now() - (failed.get(name) ?? 0) < PAUSE_MS) return found
      return inTurn(join(place, name), async () => {
        try {
          return (await findWhole(place, name)) ?? (await make(place, name, write))
        } catch (error) {
          failed.set(name, Date.now())
          ctx.log.error({ err: error }, 'derived file not made')
          return undefined
        }
      })
    },
  }
}

/** The file of this recipe whose contents are those of its name; damaged ones are removed. */
async function findWhole(place: string, name: string): Promise<string | undefined> {
  const names = await readdir(place).catch(() => [])
  for (const file of names.filter((one) => one.startsWith(`${name}-`))) {
    const path = join(place, file)
    if (await isWhole(path, file.slice(name.length + 1)).catch(() => false)) return path
    await rm(path, { force: true })
  }
  return undefined
}
