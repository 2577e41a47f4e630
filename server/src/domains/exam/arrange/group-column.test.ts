import { GROUP_BY } from '@xueheng/contract/domains/exam/arrange/arrange-task.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { TENANT, useTestApp } from '../../../../test/harness.ts'
import { groupColumn } from './group-column.ts'

const program = useTestApp()

test.each([
  [GROUP_BY.none, ['', '', '']],
  [GROUP_BY.stream, ['1', '2', '']],
  [GROUP_BY.combination, ['物化生', '', '史政地']],
])('candidates of a plan that groups by %s are in the groups %j', async (groupBy, groups) => {
  const candidates = sql`(values (1, '1', '物化生'), (2, '2', null), (3, null, '史政地'))`
  const { rows } = await sql<{ team: string }>`select ${groupColumn({ groupBy })} as team
    from ${candidates} s (n, arts_science, course_combination) order by n`.execute(
    program().app.database.tenant(TENANT),
  )
  expect(rows.map(({ team }) => team)).toEqual(groups)
})
