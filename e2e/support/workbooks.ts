import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoBureau } from '../../server/src/demo/bureau.ts'
import type { Bureau } from '../../server/src/demo/model.ts'
import { demoSchoolCode } from '../../server/src/demo/load.ts'
import type { PlantedFault } from '../../server/src/demo/sample-model.ts'
import { plantedFaults, sampleWorkbooks } from '../../server/src/demo/workbooks.ts'

export const ROSTER = '考生名单.xlsx'

export interface Workbooks {
  /** The school the demo account `school` belongs to, and another that takes part. */
  ownSchool: string
  otherSchool: string
  otherCode: string
  /** Path of a file as it ought to be, and as it was sent. */
  clean(name: string): string
  dirty(name: string): string
  scoreFiles: string[]
  /** Somebody of the own school whose 语文 may be a mark higher. */
  somebody: { number: string; mark: number }
  faults: PlantedFault[]
  dispose(): void
}

/** Workbooks of the newest demo exam: 12,000 students of twelve counties, five layouts, every kind of fault. */
export async function makeWorkbooks(): Promise<Workbooks> {
  const bureau = demoBureau()
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
    ownSchool: own?.name ?? '',
    otherSchool: other?.name ?? '',
    otherCode: other?.code ?? '',
    clean: (name) => join(folder, stateOf(false), name),
    dirty: (name) => join(folder, stateOf(true), name),
    scoreFiles: [...names].filter((name) => name !== ROSTER),
    somebody: somebodyOf(bureau),
    faults: plantedFaults('full', bureau),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function somebodyOf({ exams }: Bureau): Workbooks['somebody'] {
  const sittings = exams.at(-1)?.sittings.filter(({ klass }) => klass.school.code === demoSchoolCode()) ?? []
  for (const { number, marks } of sittings) {
    const [chinese] = marks
    if (chinese?.course === 0 && chinese.score10 !== null && chinese.score10 < 1400)
      return { number, mark: chinese.score10 / 10 }
  }
  throw new Error('nobody of the school sat 语文')
}

function stateOf(isDirty: boolean): string {
  return isDirty ? 'dirty' : 'clean'
}
