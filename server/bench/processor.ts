import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Seconds of processor time since the start. */
export interface ProcessorTime {
  /** Of this process, all its threads. */
  program: number
  /** Of the embedded server and whatever it has started, also what has ended since. */
  database: number
}

/** Ticks of a second, as the kernel tells processor time. */
const TICKS = 100

/** Processor time of this process and of the embedded server in `<dataDir>/pg`; Linux alone tells that of a server. */
export function processorTime(dataDir: string): ProcessorTime {
  const { user, system } = process.cpuUsage()
  const server = Number(readFileSync(join(dataDir, 'pg', 'postmaster.pid'), 'utf8').split('\n')[0])
  const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
  const ticks = all.map((pid) => ticksOf(Number(pid), server)).reduce((sum, one) => sum + one, 0)
  return { program: (user + system) / 1e6, database: ticks / TICKS }
}

/** Of the server: its own and those of children that ended; of its children: their own; of another process: 0. */
function ticksOf(pid: number, server: number): number {
  const stat = statOf(pid)
  // Numbered as in the manual of proc, from the third field: the name before them may have blanks.
  const field = (nth: number) => Number(stat[nth - 3])
  if (pid === server) return field(14) + field(15) + field(16) + field(17)
  return field(4) === server ? field(14) + field(15) : 0
}

function statOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
