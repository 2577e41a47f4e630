/** Keys of the dictionary `assess_level` with the least share of the full mark, in per cent. */
const LEVELS: [key: number, least: number][] = [
  [1, 90],
  [2, 75],
  [3, 60],
  [4, 0],
]

/** The level of a score: 优 from 90 %, 良 from 75 %, 合格 from 60 %, else 待提高. Marks come as exact decimals of one place. */
export function assessLevel(score: string, fullScore: string): number {
  const [got, full] = [Math.round(Number(score) * 10), Math.round(Number(fullScore) * 10)]
  return LEVELS.find(([, least]) => got * 100 >= full * least)?.[0] ?? 4
}
