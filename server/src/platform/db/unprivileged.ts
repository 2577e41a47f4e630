import { chownSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The account the database runs under when the program runs as root, which PostgreSQL refuses. */
const UNPRIVILEGED = 65_534

/** Where the programs of the database lie, and the folder they work on. */
interface Folders {
  pgDir: string
  bin: string
}

/** As root the programs run as an unprivileged account; `setpriv` keeps it able to enter folders closed to others. */
export function command({ bin, pgDir }: Folders, program: string, args: string[]): [string, string[]] {
  const path = join(bin, program)
  if (!isRoot() || canOthersEnter(pgDir, bin)) return [path, args]
  const caps = '+dac_override,+dac_read_search'
  const drop = [
    `--reuid=${UNPRIVILEGED}`,
    `--regid=${UNPRIVILEGED}`,
    '--clear-groups',
    `--inh-caps=${caps}`,
    `--ambient-caps=${caps}`,
    // Else the question whether a program may be run leaves the capabilities out.
    '--securebits=+no_setuid_fixup',
  ]
  return ['setpriv', [...drop, path, ...args]]
}

/** Under whom a program is started, and where. */
export function identity({ bin, pgDir }: Folders): { uid?: number; gid?: number; cwd: string } {
  const isPlain = isRoot() && canOthersEnter(pgDir, bin)
  return { cwd: '/', ...(isPlain ? { uid: UNPRIVILEGED, gid: UNPRIVILEGED } : {}) }
}

/** Gives files to the account the programs run under. */
export function handOver(...paths: string[]): void {
  if (isRoot()) for (const path of paths) chownSync(path, UNPRIVILEGED, UNPRIVILEGED)
}

function canOthersEnter(...paths: string[]): boolean {
  return paths.every((path) => {
    for (let folder = dirname(path); folder !== dirname(folder); folder = dirname(folder)) {
      if ((statSync(folder).mode & 0o001) === 0) return false
    }
    return true
  })
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}
