import { registry } from '@xueheng/contract'
import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { BASE_FIELDS } from '@xueheng/contract/kit/entity.ts'
import { camel } from '@xueheng/contract/kit/name.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { type DeclaredTable, declaredTables } from '../src/cli/declared-tables.ts'
import { type Statement, bareTables, qualifiedColumns, sourceFiles, statementsOf } from './statements.ts'

const statements = sourceFiles().flatMap((path) => statementsOf(path))
let declared: DeclaredTable[]
let names: ReadonlySet<string>

beforeAll(async () => {
  declared = await declaredTables()
  names = new Set([...registry.entities.map((entity) => entity.table), ...declared.map(({ table }) => table.name)])
})

function at({ file, line }: Statement, text: string): string {
  return `${file}:${line} ${text}`
}

function statement(source: string): Statement {
  return statementsOf('a.ts', source).at(-1) as Statement
}

describe('a statement of the server', () => {
  test('is found in every domain that keeps rows', () => {
    expect(statements.length).toBeGreaterThan(500)
  })

  test('names no declared table: it takes rows through a door', () => {
    const bare = statements.flatMap((one) => bareTables(one, names).map((name) => at(one, name)))
    expect(bare).toEqual([])
  })

  test('names columns that the declaration behind its door has', () => {
    const unknown = statements.flatMap((one) =>
      qualifiedColumns(one)
        .filter(({ door, column }) => columnsBehind(one, door)?.has(camel(column)) === false)
        .map(({ door, column }) => at(one, `${door} has no column ${column}`)),
    )
    expect(unknown).toEqual([])
  })

  test('gives no column a name in camel case by hand', () => {
    const aliased = statements.filter((one) => one.isTagged && /\bas\s+"[a-z]+[A-Z]\w*"/.test(one.text))
    expect(aliased.map((one) => at(one, 'alias'))).toEqual([])
  })
})

/** Columns of what stands behind a door; nothing where the slot is no door or its declaration is not in sight. */
function columnsBehind({ file }: Statement, door: string): ReadonlySet<string> | undefined {
  const [, kind, subject] = /^(own|visible|every|into)\((?:[^,()]+,\s*)?(?:\w+\.)?(\w+)\s*[,)]/.exec(door) ?? []
  const constant = kind === 'visible' ? /^visible\([^,]+,\s*(?:\w+\.)?(\w+)/.exec(door)?.[1] : subject
  if (!constant) return undefined
  if (kind === 'own') return tableColumns(file, constant)
  const entity = registry.entities.find((one) => one.name === constant)
  return entity && entityColumns(entity)
}

function tableColumns(file: string, constant: string): ReadonlySet<string> | undefined {
  const found = declared.find((one) => one.constant === constant && file.startsWith(`${one.home}/`))
  return found && new Set(Object.keys(found.table.columns))
}

function entityColumns(entity: AnyEntity): ReadonlySet<string> {
  return new Set(['id', 'tenantId', ...Object.keys(entity.fields as object), ...Object.keys(BASE_FIELDS)])
}

describe('the check', () => {
  test.each([
    ['a read', 'sql`select 1 from basic_school s`', ['basic_school']],
    ['a join behind a comment', 'sql`/* x */ select 1 from ${a} x\n join exam_info e on true`', ['exam_info']],
    [
      'a table under a name of the statement itself',
      'sql`with basic_school as (select * from basic_school) select 1`',
      ['basic_school'],
    ],
    ['a write', 'sql`update exam_info set x = 1`', ['exam_info']],
    ['a second table behind a comma', 'sql`select 1 from ${a} x, basic_school s`', ['basic_school']],
    ['a lock', 'sql`select 1 from exam_info where id = 1 for update`', ['exam_info']],
    ['a text handed to the driver', "client.query('select * from public.basic_school')", ['basic_school']],
    ['a slot inside a slot', 'sql`select ${x ? sql`(select 1 from exam_info)` : y}`', ['exam_info']],
  ])('finds %s', (_title, source, tables) => {
    const found = statementsOf('a.ts', source).flatMap((one) => bareTables(one, names))
    expect([...new Set(found)]).toEqual(tables)
  })

  test.each([
    ['a door', 'sql`select s.school_name from ${visible(ctx, basicSchool)} s`'],
    ['a column of that name', 'sql`select t.exam_info from ${x} t`'],
    ['a literal', "sql`select 'from basic_school' from ${x} t`"],
    ['a comment', 'sql`-- from basic_school\n select 1`'],
  ])('leaves %s alone', (_title, source) => {
    expect(bareTables(statement(source), names)).toEqual([])
  })

  test('finds a column that the declaration has no more', () => {
    const one = statement('sql`select s.school_name, s.school_nam from ${visible(ctx, basicSchool)} s`')
    const unknown = qualifiedColumns(one).filter(({ door, column }) => !columnsBehind(one, door)?.has(camel(column)))
    expect(unknown).toEqual([{ door: 'visible(ctx, basicSchool)', column: 'school_nam' }])
  })
})
