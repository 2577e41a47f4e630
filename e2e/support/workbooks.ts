import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoBureau } from '../../server/src/demo/bureau.ts'
import { demoSchoolCode } from '../../server/src/demo/load.ts'
import type { Bureau } from '../../server/src/demo/model.ts'
import type { PlantedFault } from '../../server/src/demo/sample-model.ts'
import { plantedFaults, sampleWorkbooks } from '../../server/src/demo/workbooks.ts'

export const ROSTER = '考生名单.xlsx'
const AREAS = 5
const SCHOOLS_PER_AREA = 2

export interface Workbooks {
  /** Names of all counties of the bureau. */
  areas: string[]
  /** The school the demo account `school` belongs to, and another that takes part. */
  ownSchool: string
  otherSchool: string
  otherCode: string
  /** Path of a file as it ought to be, and as it was sent. */
  clean(name: string): string
  dirty(name: string): string
  scoreFiles: string[]
  faults: PlantedFault[]
  dispose(): void
}

/** Workbooks of the newest demo exam for eleven schools of five counties: 1,400 students, five layouts, every kind of fault. */
export async function makeWorkbooks(): Promise<Workbooks> {
  const bureau = someSchools(demoBureau())
  const folder = mkdtempSync(join(tmpdir(), 'xueheng-workbooks-'))
  const names = new Set<string>()
  for (const isDirty of [false, true]) {
    mkdirSync(join(folder, stateOf(isDirty)))
    for (const { name, buffer } of await sampleWorkbooks({ size: 'full', isDirty }, bureau)) {
      names.add(name)
      writeFileSync(join(folder, stateOf(isDirty), name), buffer)
    }
  }
  const own = bureau.schools.find((school) => school.code === demoSchoolCode())
  const other = bureau.schools.find((school) => school.area !== own?.area)
  return {
    areas: bureau.areas.map((area) => area.name),
    ownSchool: own?.name ?? '',
    otherSchool: other?.name ?? '',
    otherCode: other?.code ?? '',
    clean: (name) => join(folder, stateOf(false), name),
    dirty: (name) => join(folder, stateOf(true), name),
    scoreFiles: [...names].filter((name) => name !== ROSTER),
    faults: plantedFaults('full', bureau),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function stateOf(isDirty: boolean): string {
  return isDirty ? 'dirty' : 'clean'
}

/** The school of the demo accounts, and the smallest two of each of the first counties. */
function someSchools(bureau: Bureau): Bureau {
  const wanted = new Set([demoSchoolCode()])
  for (const area of bureau.areas.slice(0, AREAS)) {
    bureau.schools
      .filter((school) => school.area === area && school.classes.length > 1 && !wanted.has(school.code))
      .toSorted((one, other) => one.planned - other.planned)
      .slice(0, SCHOOLS_PER_AREA)
      .forEach((school) => wanted.add(school.code))
  }
  return { ...bureau, schools: bureau.schools.filter((school) => wanted.has(school.code)) }
}
