import type { Area } from './model.ts'
import type { Random } from './random.ts'

/** A city that does not exist; its codes lie in region 9900xx, which nobody has. */
export const CITY = '云川市'

const AREAS: [code: string, name: string, kind: Area['kind'], urbanShare: number][] = [
  ['990001', '市直属', '直属', 0.95],
  ['990002', '望澜区', '城区', 0.9],
  ['990003', '云麓区', '城区', 0.85],
  ['990004', '青禾区', '城区', 0.75],
  ['990005', '新渡区', '城区', 0.7],
  ['990006', '石岭县', '县域', 0.45],
  ['990007', '河湾县', '县域', 0.4],
  ['990008', '南屏县', '县域', 0.38],
  ['990009', '松涛县', '县域', 0.35],
  ['990010', '沙汀县', '县域', 0.3],
  ['990011', '柳溪县', '县域', 0.28],
  ['990012', '长岗县', '县域', 0.25],
]

/** The first `count` areas with a population of 20 to 120 万人. */
export function makeAreas(random: Random, count: number): Area[] {
  return AREAS.slice(0, count).map(([code, name, kind, urbanShare]) => {
    const population = Math.round((20 + 100 * random.next()) * 100) / 100
    return { code, name, kind, urbanShare, population }
  })
}
