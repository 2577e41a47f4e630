import type { Random } from './random.ts'
import { layoutsOf } from './sample-layout.ts'
import type { LineFault, SampleLine } from './sample-model.ts'

/** Lets the planters choose lines that nobody else has spoilt. */
export interface Field {
  random: Random
  lines: SampleLine[]
  /** An unspoilt line that fits, marked as used; throws when there is none. */
  take(fits?: (line: SampleLine) => boolean): SampleLine
  /** Marks lines as used. */
  keep(lines: SampleLine[]): void
  isFree: (line: SampleLine) => boolean
  layout(line: SampleLine): string
}

export function makeField(random: Random, lines: SampleLine[]): Field {
  const used = new Set<SampleLine>()
  const layouts = layoutsOf(lines)
  const isFree = (line: SampleLine) => !used.has(line)
  return {
    random,
    lines,
    isFree,
    take(fits = () => true) {
      const start = random.integer(0, lines.length - 1)
      const fitting = (line: SampleLine) => isFree(line) && isWhole(line) && fits(line)
      const line = lines.slice(start).find(fitting) ?? lines.slice(0, start).find(fitting)
      if (!line) throw new RangeError('no line is left for this fault')
      used.add(line)
      return line
    },
    keep(some) {
      for (const line of some) used.add(line)
    },
    layout: (line) => layouts.get(line.area) ?? 'wide',
  }
}

/** On the list, with a mark in every chosen course. */
function isWhole({ roster, score }: SampleLine): boolean {
  return roster !== null && score !== null && [...score.marks.values()].every((mark) => typeof mark === 'number')
}

export function addFault(line: SampleLine, fault: LineFault): void {
  line.faults.push(fault)
}
