import { sql } from 'kysely'
import { operationLog } from '../../platform/audit/tables.ts'
import type { Db } from '../../platform/ctx.ts'
import { own } from '../../platform/db/table.ts'
import { auditChain } from './tables.ts'

/** A line of the operation log that carries a reason: personal data left the program or were seen whole. */
export interface ExportLine {
  /** `yyyy-MM-dd HH:mm:ss` */
  time: string
  account: string
  title: string
  /** How many rows, where there may be several. */
  rows: string | null
  reason: string
  /** Place in the chain and hash of the link; none while the line is not sealed yet. */
  seq: string | null
  hash: string | null
}

/** Such lines of the days from `beginDate` to `endDate` (`yyyy-MM-dd`, both in it), oldest first, at most `most`. */
export async function exportLines(
  db: Db,
  { beginDate, endDate }: { beginDate: string; endDate: string },
  most: number,
): Promise<ExportLine[]> {
  const found =
    await sql<ExportLine>`select to_char(o.create_time, 'YYYY-MM-DD HH24:MI:SS') as time, o.account, o.title,
      o.new_values->>'rows' as rows, o.new_values->>'reason' as reason, c.seq::text as seq, c.hash
    from ${own(operationLog)} o left join ${own(auditChain)} c on c.source = 'operation_log' and c.row_id = o.id
    where o.create_time >= ${beginDate}::date and o.create_time < ${endDate}::date + 1
      and o.new_values->>'reason' is not null
      and (o.call like '%xport%' or o.call like '%.reveal' or o.call like '%.print%')
    order by o.create_time, o.id limit ${most}`.execute(db)
  return found.rows
}
