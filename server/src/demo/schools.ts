import { CITY } from './areas.ts'
import { schoolCode } from './codes.ts'
import { COURSES } from './courses.ts'
import type { Area, School } from './model.ts'
import { schoolTail } from './names.ts'
import { type Random, at } from './random.ts'

/** Spread of school means in standard deviations of the students. */
export const QUALITY_SD = 0.55
const COURSE_EFFECT_SD = 0.08
/** Grade sizes in the wild: lognormal, from a village school to a factory of 1,800. */
const SIZE = { median: 560, sigma: 0.55, min: 80, max: 1800 }
const PRIVATE_NAMES = /^(育英|明德|启航|博文)/

/** Schools over all areas whose sizes add up to `students` and whose weighted mean quality is 0. */
export function makeSchools(random: Random, areas: Area[], count: number, students: number): School[] {
  const each = Array.from({ length: count })
  const drawn = each.map(() => clamp(SIZE.median * Math.exp(random.normal(0, SIZE.sigma)), SIZE.min, SIZE.max))
  const sizes = firstIsBest(shareOut(drawn, students), areas.length)
  const abilities = each.map(() => random.normal())
  const qualities = standardize(firstIsBest(abilities, areas.length), sizes)
  const groups = terciles(qualities)
  return sizes.map((planned, index) => {
    const area = at(areas, index % areas.length)
    return {
      ...identity(random, area, Math.floor(index / areas.length) + 1),
      index,
      area,
      group: at(groups, index),
      quality: at(qualities, index),
      courseEffects: COURSES.map(() => random.normal(0, COURSE_EFFECT_SD)),
      planned,
      classes: [],
    }
  })
}

function identity(random: Random, area: Area, no: number) {
  const isCity = area.kind === '直属'
  const tail = schoolTail(isCity, no)
  const isPrivate = PRIVATE_NAMES.test(tail)
  const urbanType: School['urbanType'] = random.chance(area.urbanShare) ? '1' : random.chance(0.8) ? '2' : '3'
  const place = isCity ? CITY : area.name
  return {
    code: schoolCode(area.code, no, isPrivate),
    name: place + tail,
    shortName: `${place.slice(0, 2)}${tail.replace('第', '').replace('高级中学', '高中').replace('中学', '中')}`,
    no,
    isPrivate,
    urbanType,
  }
}

/** Whole numbers in the proportion of `weights` with the given sum (largest remainder). */
export function shareOut(weights: number[], total: number): number[] {
  const sum = weights.reduce((a, b) => a + b, 0)
  const exact = weights.map((weight) => (weight / sum) * total)
  const whole = exact.map(Math.floor)
  const missing = total - whole.reduce((a, b) => a + b, 0)
  const order = exact.map((value, i) => ({ i, rest: value % 1 })).sort((a, b) => b.rest - a.rest)
  for (const { i } of order.slice(0, missing)) whole[i] = at(whole, i) + 1
  return whole
}

/** Schools go round the areas; inside each the first school gets the greatest value. */
function firstIsBest(values: number[], areas: number): number[] {
  const byArea = Array.from({ length: areas }, (_none, area) =>
    values.filter((_value, i) => i % areas === area).sort((a, b) => b - a),
  )
  return values.map((_value, i) => at(at(byArea, i % areas), Math.floor(i / areas)))
}

/** Mean 0 and `QUALITY_SD`, weighted by size: a few dozen schools would otherwise move the whole bureau. */
function standardize(values: number[], weights: number[]): number[] {
  const total = weights.reduce((a, b) => a + b, 0)
  const mean = values.reduce((sum, value, i) => sum + value * at(weights, i), 0) / total
  const variance = values.reduce((sum, value, i) => sum + (value - mean) ** 2 * at(weights, i), 0) / total
  return values.map((value) => ((value - mean) / Math.sqrt(variance || 1)) * QUALITY_SD)
}

/** A, B and C: schools are compared with their like. */
function terciles(qualities: number[]): ('A' | 'B' | 'C')[] {
  const order = [...qualities].sort((a, b) => b - a)
  const third = Math.ceil(order.length / 3)
  return qualities.map((quality) => {
    const rank = order.indexOf(quality)
    return rank < third ? 'A' : rank < 2 * third ? 'B' : 'C'
  })
}

function clamp(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, value))
}
