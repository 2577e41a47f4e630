/** A place among others: of a student or a unit, counted among everyone, the area, the school, the class or his combination of courses. */
export interface Place {
  of: 'student' | 'unit'
  among: 'all' | 'area' | 'school' | 'class' | 'combination'
}

const place = (of: Place['of'], among: Place['among']): Place => ({ of, among })

/** Every column that is a place and can be told as a band of percent, by its name. */
export const PLACES: Readonly<Record<string, Place>> = {
  allRank: place('student', 'all'),
  areaRank: place('student', 'area'),
  schoolRank: place('student', 'school'),
  classRank: place('student', 'class'),
  groupRank: place('student', 'combination'),
  seqRank: place('student', 'all'),
  avgRank: place('unit', 'all'),
  avgRankInArea: place('unit', 'area'),
  avgRankInSchool: place('unit', 'school'),
  compositeRank: place('unit', 'all'),
  excellentRank: place('unit', 'all'),
  passRank: place('unit', 'all'),
  lowRank: place('unit', 'all'),
  onlineRank: place('unit', 'all'),
}

/** What a place of a unit is by, where it is not its mean. */
export const PLACE_VALUES: Readonly<Record<string, string>> = {
  excellentRank: '优秀率',
  passRank: '及格率',
  lowRank: '低分率',
  compositeRank: '综合值',
  onlineRank: '上线率',
}

/** Columns that tell a place without being one of the exam: they are told exactly or not at all. */
export const BESIDE_PLACES: readonly string[] = ['rank', 'rankPrev', 'rankChange', 'pr', 'percentile']

/** Words for whom a place is counted among. */
export const AMONG_NAMES: Record<Place['among'], string> = {
  all: '联考',
  area: '县区',
  school: '学校',
  class: '班级',
  combination: '组合',
}

/** Widths of bands in percent, the finest first. */
const WIDTHS = [10, 20, 25, 50] as const

/**
 * The band of a place among so many, as wide as it takes to hold the smallest group: 前10%, 10%–20%. Nothing when even
 * halves hold fewer.
 */
export function bandOf(rank: number, size: number, smallestGroup: number): string | null {
  const width = WIDTHS.find((one) => size * one >= smallestGroup * 100)
  if (width === undefined) return null
  const end = Math.min(100, Math.ceil((rank * 100) / (size * width)) * width)
  return end === width ? `前${width}%` : `${end - width}%–${end}%`
}
