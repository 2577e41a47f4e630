import * as call from '@xueheng/contract/domains/develop/datasource.ts'
import { pageOf } from '@xueheng/contract/kit/page.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { idsOf } from '../../platform/rows/handlers.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { assertManaging } from '../tenancy/index.ts'
import { readColumns, readTables } from './source-structure.ts'
import {
  type DevelopDeps,
  SELECT_SOURCE,
  type SourceView,
  findSource,
  onSource,
  removeSources,
  saveSource,
} from './sources.ts'
import { own } from '../../platform/db/table.ts'
import { dataSource } from './tables.ts'

/** Databases elsewhere: administrators of the managing tenant only. */
export function datasourceHandlers(deps: DevelopDeps): Implementation[] {
  return [
    implement(call.datasourceList, (ctx, input) => list(deps, ctx, input)),
    implement(call.datasourceSelect, async (ctx) => {
      assertManaging(deps, ctx)
      const found = await sql<{ id: string; name: string }>`select id, name from ${own(dataSource)}
        where is_deleted = 0 order by name`.execute(ctx.db)
      return found.rows
    }),
    implement(call.datasourceDetail, async (ctx, { id }) => {
      assertManaging(deps, ctx)
      return (await findSource(ctx, id)) ?? null
    }),
    implement(call.datasourceSubmit, (ctx, input) => saveSource(deps, ctx, input)),
    implement(call.datasourceRemove, (ctx, { ids }) => removeSources(deps, ctx, idsOf({ ids }))),
    implement(call.datasourceTest, (ctx, { id }) => onSource(deps, ctx, id, versionOf)),
    implement(call.datasourceTables, (ctx, { id }) => onSource(deps, ctx, id, readTables)),
    implement(call.datasourceColumns, (ctx, { id, table }) =>
      onSource(deps, ctx, id, (client) => readColumns(client, table)),
    ),
  ]
}

async function versionOf(client: pg.Client): Promise<{ version: string }> {
  const found = await client.query<{ version: string }>(`select split_part(version(), ' on ', 1) as version`)
  return { version: found.rows[0]?.version ?? '' }
}

async function list(deps: DevelopDeps, ctx: Ctx, input: Record<string, unknown>) {
  assertManaging(deps, ctx)
  const page = { current: Number(input['current'] ?? 1), size: Number(input['size'] ?? 10) }
  const where = sql`is_deleted = 0 and strpos(name, ${input['name'] ?? ''}) > 0`
  const rows = await sql<SourceView>`${SELECT_SOURCE} where ${where} order by name
    limit ${page.size} offset ${(page.current - 1) * page.size}`.execute(ctx.db)
  const count = await sql<{ n: number }>`select count(*)::int as n from ${own(dataSource)} where ${where}`.execute(
    ctx.db,
  )
  return pageOf(rows.rows, count.rows[0]?.n ?? 0, page)
}
