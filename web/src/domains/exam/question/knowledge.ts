import type { StudentQuestion } from './question-rows.ts'

export interface KnowledgeRate {
  name: string
  own: number
  all: number
}

/** Marks earned of those a knowledge point carries, by its weight in every question; points of two questions at least weigh most. */
export function ratesByKnowledge(lines: StudentQuestion[]): KnowledgeRate[] {
  const sums = new Map<string, { full: number; own: number; all: number }>()
  for (const { full, score, allRate, knowledge } of lines) {
    if (score === null) continue
    for (const { name, weight } of knowledge) {
      const sum = sums.get(name) ?? { full: 0, own: 0, all: 0 }
      const share = full * weight
      sums.set(name, { full: sum.full + share, own: sum.own + score * weight, all: sum.all + (allRate ?? 0) * share })
    }
  }
  return [...sums].map(([name, { full, own, all }]) => ({ name, own: own / full, all: all / full }))
}

export function rateText(rate: number | null): string {
  return rate === null ? '—' : `${(rate * 100).toFixed(1)}%`
}
