/** What decides how many people mark a course; `marksPerPaper` and `hours` as they are stored. */
export interface Workload {
  paperNum: number
  marksPerPaper: string
  /** Papers an hour. */
  speed: number
  hours: string
}

/** People a course needs: papers × marks per paper ÷ (speed × hours), rounded up. Exact. */
export function countNeeded({ paperNum, marksPerPaper, speed, hours }: Workload): number {
  const marks100 = Math.round(Number(marksPerPaper) * 100)
  const hours10 = Math.round(Number(hours) * 10)
  return ceilDiv(BigInt(paperNum) * BigInt(marks100), 10n * BigInt(speed) * BigInt(hours10))
}

/** The same for a school's part of the papers, `own` of the `counted` ones. */
export function countNeededFor(plan: Workload, own: number, counted: number): number {
  const marks100 = Math.round(Number(plan.marksPerPaper) * 100)
  const hours10 = Math.round(Number(plan.hours) * 10)
  const marks = BigInt(plan.paperNum) * BigInt(marks100) * BigInt(own)
  return ceilDiv(marks, 10n * BigInt(plan.speed) * BigInt(hours10) * BigInt(counted))
}

function ceilDiv(numerator: bigint, denominator: bigint): number {
  return Number((numerator + denominator - 1n) / denominator)
}
