import type { ReportAnswer } from '@xueheng/contract/kit/report.ts'
import { type Cache, createCache } from './cache.ts'
import type { Course } from './course.ts'
import type { PlaceSizes } from './disclosure/disclosure.ts'
import type { ExamPackages } from './exam-packages.ts'
import type { UnitRow } from './run.ts'
import type { CountedUnit } from './unit-course.ts'
import type { UnitScope } from './unit-scope.ts'

/** Where reports read from: the packages, and what was read from them before. */
export interface Library {
  packages: ExamPackages
  answers: Cache<ReportAnswer>
  scopes: Cache<UnitScope>
  courses: Cache<Course[]>
  standings: Cache<UnitRow[]>
  counts: Cache<CountedUnit[]>
  sizes: Cache<PlaceSizes>
}

const MEGABYTE = 1024 * 1024
/** A value with its key, as JavaScript keeps it; only the order of size matters. */
const BYTES_PER_VALUE = 40

export function openLibrary(packages: ExamPackages, answerBytes = 64 * MEGABYTE): Library {
  return {
    packages,
    answers: createCache(answerBytes, bytesOfAnswer),
    scopes: createCache(4 * MEGABYTE, (scope) => 40 * Object.values(scope).flat().length),
    counts: createCache(4 * MEGABYTE, (rows) => 6 * BYTES_PER_VALUE * rows.length),
    sizes: createCache(32 * MEGABYTE, (sizes) => 4 * BYTES_PER_VALUE * sizes.size),
    standings: createCache(4 * MEGABYTE, (rows) => 20 * BYTES_PER_VALUE * rows.length),
    courses: createCache(MEGABYTE, (courses) => 8 * BYTES_PER_VALUE * courses.length),
  }
}

function bytesOfAnswer({ records, totals, headers }: ReportAnswer): number {
  const [widest = {}] = records
  const width = Object.keys(widest).length + headers.length
  return (records.length + totals.length + 1) * width * BYTES_PER_VALUE
}
