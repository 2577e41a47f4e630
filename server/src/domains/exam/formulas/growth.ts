import { percentileRank, ranks } from './ranks.ts'
import { mean } from './statistics.ts'

/** A student's scores in an entry exam and in a later one. */
export interface Growth {
  pre: number
  post: number
}

/** F54: the mean rank of `own` at entry − their mean rank later, both among `all` who are matched; null without any. */
export function rankAdded(all: readonly Growth[], own: (one: Growth, at: number) => boolean): number | null {
  const [entry, exit] = [ranks(all.map(({ pre }) => pre)), ranks(all.map(({ post }) => post))]
  return mean(all.flatMap((one, at) => (own(one, at) ? [(entry[at] ?? 0) - (exit[at] ?? 0)] : [])))
}

/** The twentieth of all by the entry score, 0 the best; equal scores are in one. */
export function ventiles(all: readonly Growth[]): number[] {
  return ranks(all.map(({ pre }) => pre)).map((rank) => Math.floor((20 * ((rank ?? 1) - 1)) / all.length))
}

/** F56: the percentile rank (0 to 100) of each later score among the students of the same ventile at entry. */
export function growthPercentiles(all: readonly Growth[]): number[] {
  const of = ventiles(all)
  return all.map(({ post }, at) => {
    const peers = all.filter((_one, other) => of[other] === of[at])
    const below = peers.filter((one) => one.post < post).length
    return percentileRank(below, peers.filter((one) => one.post === post).length, peers.length) ?? 0
  })
}
