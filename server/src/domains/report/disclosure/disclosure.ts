import {
  type Audience,
  AUDIENCE_NAMES,
  type DisclosurePolicy,
  type OthersTold,
  type RanksTold,
  GROUP_BOUNDS,
  RANKS_TOLD,
} from '@xueheng/contract/domains/exam/disclosure.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { sightOf } from '../sight.ts'

/** What an exam's policy lets one reader see. */
export interface Disclosure {
  audience: Audience
  ranks: RanksTold
  others: OthersTold
  /** Fewest students of somebody else's unit whose figures are shown. */
  smallest: number
}

/** Other schools of the reader's area by code, each with the name it is shown by; null stands for its own. */
export type OtherSchools = ReadonlyMap<string, string | null>

/** Among how many places are counted, by kind, unit and course. */
export type PlaceSizes = ReadonlyMap<string, number>

/** Takes from rows of one package what its policy does not tell the reader; every statement of reports asks for one. */
export interface Discloser {
  disclosure: Disclosure
  /** Other schools that a report of schools shows beside the reader's own. */
  others: OtherSchools
  rows<T extends Record<string, unknown>>(rows: T[]): T[]
}

const BY_LEVEL = { all: 'bureau', area: 'bureau', school: 'school', class: 'teacher' } as const

/**
 * Who somebody is to an exam: by the units of his account; a role 学生 or 家长, or data scopes that leave fewer students
 * than the smallest group, make him a student or a parent.
 */
export async function audienceOf(ctx: Ctx): Promise<Audience> {
  const { roles, isAdministrator } = ctx.user
  if (isAdministrator) return BY_LEVEL[ctx.scope.level]
  if (roles.includes('parent')) return 'parent'
  if (roles.includes('student')) return 'student'
  const { students } = await sightOf(ctx)
  return students && students.length < GROUP_BOUNDS.min ? 'student' : BY_LEVEL[ctx.scope.level]
}

/** `to`: who reads in the end, where that is not the caller. */
export async function disclosureOf(ctx: Ctx, policy: DisclosurePolicy, to?: Audience): Promise<Disclosure> {
  const audience = to ?? (await audienceOf(ctx))
  const others = audience === 'school' ? policy.otherUnitNames : 'hidden'
  return { audience, ranks: policy.rankVisible[audience], others, smallest: policy.smallestGroup }
}

/** What several exams together let see: the least of each. */
export function strictest(disclosures: readonly Disclosure[]): Disclosure | undefined {
  const [first] = disclosures
  if (!first) return undefined
  const ranks = RANKS_TOLD.find((told) => disclosures.some((one) => one.ranks === told)) ?? 'none'
  return { ...first, ranks, others: 'hidden', smallest: Math.max(...disclosures.map(({ smallest }) => smallest)) }
}

const RANKS_WORDS: Record<RanksTold, string> = {
  none: '不显示名次、百分等级、前N名与本单位以外的分数分布',
  band: '名次只显示所在的百分段，不显示百分等级、升降、前N名与本单位以外的分数分布',
  exact: '显示名次',
}
const OTHERS_WORDS: Record<OthersTold, string> = {
  shown: '显示本县区其他学校',
  anonymised: '本县区其他学校以“学校A”代称',
  hidden: '不显示其他学校',
}

/** The lines of the 口径 that say what the policy hides from this reader; none where it hides nothing it would not always. */
export function disclosureLines({ audience, ranks, others, smallest }: Disclosure): string[] {
  const isUsual = ranks === 'exact' && others === 'hidden' && smallest === GROUP_BOUNDS.min
  if (isUsual) return []
  const words = [RANKS_WORDS[ranks], ...(audience === 'school' ? [OTHERS_WORDS[others]] : [])]
  return [
    ...words.map((told) => `披露规则（${AUDIENCE_NAMES[audience]}）：${told}`),
    `披露规则：非本单位少于 ${smallest} 人不显示均分与各率`,
  ]
}
