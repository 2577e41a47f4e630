import { registry } from '@xueheng/contract'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field, Fields } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { every } from '../../../platform/access/doors.ts'
import type { Ctx } from '../../../platform/ctx.ts'
import { refuse } from '../../../platform/error.ts'

interface Place {
  entity: AnyEntity
  name: string
  field: Field
}

interface Entry {
  code: string | null
  dictKey: string | null
  dictValue: string | null
}

const TOP = '-1'

/** Every declared field that is picked from the dictionary. */
function placesOf(code: string): Place[] {
  return [...registry.entities, ...registry.byHand].flatMap((entity: AnyEntity) =>
    Object.entries(entity.fields as Fields).flatMap(([name, field]) =>
      field.kind === 'dict' && field.dict === code ? [{ entity, name, field }] : [],
    ),
  )
}

/** Refuses to remove a dictionary the product speaks of, or an entry that a row of the connection's tenant holds. */
export async function assertUnused(ctx: Ctx, { code, dictKey, dictValue }: Entry): Promise<void> {
  const places = placesOf(code ?? '')
  const [first] = places
  if (dictKey === TOP) {
    if (first) throw refuse(`字典「${dictValue ?? ''}」正在用于${wordsOf(first)}，不能删除；不再使用的字典项可以封存`)
    return
  }
  for (const place of places) {
    if (await isHeld(ctx, place, dictKey ?? '')) {
      throw refuse(`字典项「${dictValue ?? ''}」正在用于${wordsOf(place)}，不能删除；可以封存它`)
    }
  }
}

function wordsOf({ entity, field }: Place): string {
  return `${entity.title}的${field.label}`
}

async function isHeld(ctx: Ctx, { entity, name, field }: Place, key: string): Promise<boolean> {
  const column = sql.ref(snake(name))
  const holds = field.multiple ? sql`${column} ? ${key}` : sql`${column}::text = ${key}`
  const rows = every(entity, 'an entry in use stays, whoever sees the row')
  const found = await sql`select 1 from ${rows} e where is_deleted = 0 and ${holds} limit 1`.execute(ctx.db)
  return found.rows.length > 0
}
