import type { Bureau, School } from './model.ts'
import { plantFaults } from './plant.ts'
import { type NoiseCounts, plantNoise } from './plant-noise.ts'
import { createRandom } from './random.ts'
import { layOut } from './sample-layout.ts'
import { sampleLines } from './sample-lines.ts'
import type { PlantedFault, SampleTable } from './sample-model.ts'

export type SampleSize = 'small' | 'full'

export interface SampleOptions {
  size: SampleSize
  isDirty: boolean
}

export interface SampleSet {
  tables: SampleTable[]
  faults: PlantedFault[]
  noise: NoiseCounts
}

const SMALL = { areas: 4, studentsPerArea: 150 }

/** The files of the newest exam as schools would send them: one roster and a score file per area. */
export function sampleSet(bureau: Bureau, { size, isDirty }: SampleOptions): SampleSet {
  const lines = sampleLines(bureau, new Set(schoolsOf(bureau, size)))
  const random = createRandom(`samples/${size}`)
  if (isDirty) plantFaults(random, lines)
  const noise = plantNoise(random, isDirty ? lines : [])
  const { tables, faults } = layOut(lines, isDirty)
  return { tables, faults, noise }
}

function schoolsOf(bureau: Bureau, size: SampleSize): School[] {
  return size === 'full' ? bureau.schools : smallSchools(bureau)
}

/** In each of the first areas the smallest schools that make 150 students. */
function smallSchools(bureau: Bureau): School[] {
  return bureau.areas.slice(0, SMALL.areas).flatMap((area) => {
    const candidates = bureau.schools.filter((school) => school.area === area && school.classes.length > 1)
    let students = 0
    return candidates
      .toSorted((a, b) => a.planned - b.planned)
      .filter((school) => {
        const isWanted = students < SMALL.studentsPerArea
        if (isWanted) students += school.planned
        return isWanted
      })
  })
}
