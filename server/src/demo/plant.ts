import { makeField } from './plant-field.ts'
import { plantRosterFaults } from './plant-roster.ts'
import { plantScoreFaults } from './plant-scores.ts'
import type { Random } from './random.ts'
import type { SampleLine } from './sample-model.ts'

/** Puts every mistake of the check rules into the lines; each is written down on its line. */
export function plantFaults(random: Random, lines: SampleLine[]): void {
  const field = makeField(random, lines)
  plantScoreFaults(field)
  plantRosterFaults(field)
}
