import { GROUP_BY } from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import { type RawBuilder, sql } from 'kysely'

/** The group of a candidate `s`, as the plan forms them; one for all where it forms none. */
export function groupColumn({ groupBy }: { groupBy: number }): RawBuilder<unknown> {
  if (groupBy === GROUP_BY.stream) return sql`coalesce(s.arts_science, '')`
  if (groupBy === GROUP_BY.combination) return sql`coalesce(s.course_combination, '')`
  return sql`''`
}
