import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { type RawBuilder, sql } from 'kysely'
import { type Counts } from '../db/counts.ts'
import { own } from '../db/table.ts'
import { visible } from './doors.ts'
import { grantedRows } from './row-grants.ts'
import type { Reader } from './rules.ts'
import { unitRows } from './scope.ts'

/** Counts beside the rows of an entity, of its schools and of their classes. */
export interface UnitCounts {
  schools: Counts
  classes: Counts
}

/**
 * How many rows the reader may see, as lines with the sums of the counts, by school or by class. Where a data scope narrows the
 * rows the counts do not know which: then every row of `rows` is a line of its own, with the sums of one.
 */
export function countedRows(
  reader: Reader,
  entity: AnyEntity,
  { schools, classes }: UnitCounts,
  { isByClass, rows }: { isByClass: boolean; rows?: RawBuilder<unknown> },
): RawBuilder<unknown> {
  if (grantedRows(entity, reader)) return sql`(select v.*, 1 as num from ${rows ?? visible(reader, entity)} v)`
  const { table } = isByClass || reader.scope.level === 'class' ? classes : schools
  return sql`(select * from ${own(table)} where ${unitRows(entity, reader)})`
}
