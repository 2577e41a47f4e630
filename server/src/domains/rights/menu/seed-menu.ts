import { registry } from '@xueheng/contract'
import type { MenuNode } from '@xueheng/contract/kit/domain.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/ctx.ts'
import { nextId } from '../../../platform/db/id.ts'
import { buttonsOf } from './menu-buttons.ts'
import { every, into } from '../../../platform/access/doors.ts'
import { menuRow } from '@xueheng/contract/domains/rights/menu-row.ts'

const everyMenuRow = every(menuRow, 'what an administrator removed is not added again')

interface Place {
  code: string
  parentCode: string
  name: string
  alias: string
  path: string
  source: string
  sort: number
  category: 1 | 2
  action: number
}

/** Where a button stands: 1 above the list, 2 in the row, 3 both. */
const ACTIONS: Record<string, number> = { add: 1, edit: 2, delete: 3, view: 2, setting: 1, role: 1, reset: 1 }

/** The declared menu as rows, parents first. A code that several screens need belongs to the first of them. */
function placesOf(nodes: MenuNode[], parentCode = ''): Place[] {
  return nodes.flatMap((node, at) => {
    const screen: Place = {
      code: node.code,
      parentCode,
      name: node.title,
      alias: 'menu',
      path: node.path,
      source: node.icon ?? '',
      sort: at + 1,
      category: 1,
      action: 0,
    }
    return [
      screen,
      ...buttonsOf(node).map((button, n) => placeOf(button, node.code, n)),
      ...placesOf(node.children ?? [], node.code),
    ]
  })
}

function placeOf({ code, title }: { code: string; title: string }, parentCode: string, at: number): Place {
  const alias = code.split('_').at(-1) ?? ''
  return {
    code,
    parentCode,
    name: title,
    alias,
    path: '',
    source: '',
    sort: at + 1,
    category: 2,
    action: ACTIONS[alias] ?? 2,
  }
}

/**
 * Adds the screens and buttons the program has and the table never had; names, order and removals stay as the
 * administrator left them. Paths follow the program, which finds its screens by them. Answers the codes added now.
 */
export async function seedMenu(db: Db): Promise<Set<string>> {
  const places = [
    ...new Map(
      placesOf(registry.menu)
        .toReversed()
        .map((place) => [place.code, place]),
    ).values(),
  ].toReversed()
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('menu'))`.execute(trx)
    const stored = await sql<{ id: string; code: string; path: string | null }>`
      select distinct on (code) id, code, path from ${everyMenuRow} order by code, is_deleted`.execute(trx)
    const ids = new Map(stored.rows.map((row) => [row.code, row.id]))
    const paths = new Map(stored.rows.map((row) => [row.code, row.path]))
    const added = new Set<string>()
    for (const place of places) {
      if (!ids.has(place.code)) {
        ids.set(place.code, await insert(trx, place, ids.get(place.parentCode) ?? '0'))
        added.add(place.code)
      } else if (place.category === 1 && paths.get(place.code) !== place.path) {
        await sql`update ${into(menuRow)} set path = ${place.path} where code = ${place.code}`.execute(trx)
      }
    }
    return added
  })
}

async function insert(db: Db, place: Place, parentId: string): Promise<string> {
  const id = nextId()
  await sql`insert into ${into(menuRow)} (id, parent_id, name, code, alias, path, source, sort, category, action, is_open)
    values (${id}, ${parentId}, ${place.name}, ${place.code}, ${place.alias}, ${place.path}, ${place.source},
      ${place.sort}, ${place.category}, ${place.action}, 1)`.execute(db)
  return id
}
