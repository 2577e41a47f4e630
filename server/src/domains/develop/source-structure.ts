import type { SourceColumn, SourceTable } from '@xueheng/contract/domains/develop/datasource.ts'
import type pg from 'pg'

/** Tables and views the account may read, the system's own left out. */
export async function readTables(client: pg.Client): Promise<SourceTable[]> {
  const found = await client.query<SourceTable>(
    `select n.nspname as schema, c.relname as name, coalesce(obj_description(c.oid, 'pg_class'), '') as comment
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p', 'v', 'm') and n.nspname !~ '^(pg_|information_schema$)'
       and has_schema_privilege(n.oid, 'usage') and has_table_privilege(c.oid, 'select')
     order by n.nspname, c.relname limit 2000`,
  )
  return found.rows
}

interface StoredColumn {
  name: string
  type: string
  required: boolean
  key: boolean
  comment: string
}

/** Columns of `schema.table`, in their order. The name travels as a value, never as text of the statement. */
export async function readColumns(client: pg.Client, table: string): Promise<SourceColumn[]> {
  const at = table.indexOf('.')
  const [schema, name] = at < 0 ? ['public', table] : [table.slice(0, at), table.slice(at + 1)]
  const found = await client.query<StoredColumn>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
       exists (select 1 from pg_index i where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any(i.indkey)) as key,
       coalesce(col_description(a.attrelid, a.attnum), '') as comment
     from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relname = $2 and a.attnum > 0 and not a.attisdropped
       and has_table_privilege(c.oid, 'select')
     order by a.attnum`,
    [schema, name],
  )
  return found.rows.map(({ required, key, ...column }) => ({ ...column, isRequired: required, isKey: key }))
}
