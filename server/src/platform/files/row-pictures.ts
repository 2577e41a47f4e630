import { registry } from '@xueheng/contract'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import type { Field } from '@xueheng/contract/kit/field.ts'
import { snake } from '@xueheng/contract/kit/name.ts'
import { sql } from 'kysely'
import { every } from '../access/doors.ts'
import type { Db } from '../ctx.ts'
import { own } from '../db/table.ts'
import { fileObject } from './tables.ts'

/** Links of private pictures in a value, the id of each file in brackets. */
const LINKS = '/attach/file/\\w+/(\\d{1,18})'

/** The columns of an entity that hold links of pictures. */
export function pictureColumns({ fields }: AnyEntity): string[] {
  return Object.entries(fields as Record<string, Field>)
    .filter(([, { kind }]) => kind === 'image')
    .map(([name]) => snake(name))
}

/**
 * Removes the private files whose links stood in rows that are gone for good, unless a row still has them, be it in the
 * recycle bin. They count as removed `days` and one ago: the rows had their time already. Answers how many.
 */
export async function dropPictures(db: Db, links: readonly string[], days: number): Promise<number> {
  const ids = [...new Set(links.flatMap((one) => [...one.matchAll(new RegExp(LINKS, 'g'))].map(([, id]) => id)))]
  if (ids.length === 0) return 0
  const used = registry.entities.flatMap((entity) =>
    pictureColumns(entity).map(
      (column) => sql`select (regexp_matches(r.${sql.ref(column)}, ${LINKS}, 'g'))[1]::bigint as id
        from ${every(entity, 'a picture of any row stays')} r where r.${sql.ref(column)} like '%/attach/file/%'`,
    ),
  )
  const gone = await sql`update ${own(fileObject)} f
    set is_deleted = 1, delete_time = now() - (${days}::int + 1) * interval '1 day'
    where f.id = any(${ids}::bigint[]) and f.is_deleted = 0 and f.is_public = 0
      and f.id not in (${sql.join(used, sql` union all `)})`.execute(db)
  return Number(gone.numAffectedRows ?? 0)
}
