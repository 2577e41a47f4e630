import * as call from '@xueheng/contract/domains/develop/datasource.ts'
import type pg from 'pg'
import { type Implementation, implement } from '../../platform/module.ts'
import { readColumns, readTables } from './source-structure.ts'
import { type DevelopDeps, onSource } from './sources.ts'

/** Databases elsewhere: administrators of the managing tenant only. */
export function datasourceHandlers(deps: DevelopDeps): Implementation[] {
  return [
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
