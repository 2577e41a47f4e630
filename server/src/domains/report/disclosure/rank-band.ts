import { AMONG_NAMES, BESIDE_PLACES, PLACES } from '@xueheng/contract/domains/report/places.ts'
import type { Fields } from '@xueheng/contract/kit/field.ts'
import { refuse } from '../../../platform/error.ts'
import { type Query, namedOrder } from '../../../platform/rows/read.ts'
import type { Row } from '../run.ts'
import type { Disclosure } from './disclosure.ts'

/** A row whose ranks are declared as numbers: bands move to one column of words, `rankBand`, 联考前10%、学校20%–40%. */
export function withRankBand<T extends Row>(row: T, ranks: readonly string[]): T {
  const bands = ranks.filter((name) => typeof row[name] === 'string')
  // 位次 tells the same place once more.
  const words = bands
    .filter((name) => name !== 'seqRank')
    .map((name) => `${AMONG_NAMES[PLACES[name]?.among ?? 'all']}${String(row[name])}`)
  const emptied = Object.fromEntries(bands.map((name) => [name, null]))
  return { ...row, ...emptied, rankBand: words.length > 0 ? words.join('、') : null, ...bandless(row) }
}

/** Marks of courses beside a total carry one rank each, which is a number or nothing. */
function bandless({ courses }: Row): Row {
  if (!Array.isArray(courses)) return {}
  return {
    courses: courses.map((one: Row) => (typeof one['schoolRank'] === 'string' ? { ...one, schoolRank: null } : one)),
  }
}

/** Refuses a filter or an order by a rank that is not told: whoever sorts or narrows by it would count to it. */
export function assertTold({ ranks }: Disclosure, fields: Fields, query: Query): void {
  if (ranks === 'exact') return
  const asked = [
    ...Object.keys(query).map((name) => name.split('_', 1)[0] ?? ''),
    ...namedOrder(query).map(({ name }) => name),
  ]
  const untold = asked.find((name) => name in PLACES || BESIDE_PLACES.includes(name))
  if (untold !== undefined) {
    throw refuse(`这场考试的披露规则不向您公布名次，不能按“${fields[untold]?.label ?? untold}”筛选或排序`)
  }
}
