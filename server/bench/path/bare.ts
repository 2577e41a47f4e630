import { basename } from 'node:path'
import { from as copyFrom } from 'pg-copy-streams'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import type { Db } from '../../src/platform/db/db.ts'
import { copyText } from '../../src/platform/db/copy.ts'
import { readSheets } from '../../src/platform/sheet/read.ts'
import type { ExamSpec } from '../../src/domains/exam/compute/exam-spec.ts'
import type { ProcessorTime } from '../processor.ts'
import type { ExamSize, Workbooks } from './county.ts'
import { bareFigures } from './bare-figures.ts'
import { type Steps, stopwatch } from './steps.ts'

/**
 * The yardstick, a script of the same work: the same workbooks parsed by the same reader and copied into plain tables,
 * judged once by the same rules (`judge`), kept as rows with the names of their units and a unique key, archived as
 * facts with a key, and computed by the same statements to Parquet. No calls, jobs, rights, undo or log. Answers the folder
 * of its figures as well.
 */
export async function bareRoute(work: BareWork): Promise<{ steps: Steps; made: string }> {
  const { client, db, spec, folder, size, books, judge, processor } = work
  const { steps, step } = stopwatch(processor)
  const marks = Array.from({ length: size.courses }, (_none, i) => `c${i + 1}`)
  await client.query('drop table if exists bare_roster, bare_mark, bare_list, bare_kept, bare_student, bare_score')
  await client.query(
    'create table bare_roster (number text, code text, name text, gender text, school text, class text)',
  )
  await client.query(
    `create table bare_mark (number text, name text, ${marks.map((mark) => `${mark} text`).join(', ')})`,
  )
  await step('roster: parsed and copied', () => copyBook(client, 'bare_roster', books.roster, 6))
  await step('scores: parsed and copied', async () => {
    for (const path of books.scores) await copyBook(client, 'bare_mark', path, 2 + size.courses)
  })
  await step('judged', judge)
  await step('kept', () => keepRows(client, marks))
  await step('archived', () => archiveRows(client))
  let made = ''
  await step('computed and written', async () => {
    made = await bareFigures(db, spec, folder)
  })
  return { steps, made }
}

export interface BareWork {
  client: pg.Client
  db: Db
  spec: ExamSpec
  folder: string
  size: ExamSize
  books: Workbooks
  judge: () => Promise<unknown>
  processor: () => ProcessorTime
}

async function copyBook(client: pg.Client, table: string, path: string, columns: number): Promise<void> {
  async function* lines() {
    let text = ''
    for await (const { rowNo, cells } of readSheets({ path, name: basename(path) })) {
      if (rowNo === 1) continue
      text += `${Array.from({ length: columns }, (_none, i) => copyText(cells[i])).join('\t')}\n`
      if (text.length < 65_536) continue
      yield text
      text = ''
    }
    yield text
  }
  await pipeline(Readable.from(lines(), { objectMode: false }), client.query(copyFrom(`copy ${table} from stdin`)))
}

/** What a person with psql would type: units by name, a row per mark, one key each. */
async function keepRows(client: pg.Client, marks: string[]): Promise<void> {
  await client.query('analyze bare_roster, bare_mark')
  await client.query(`create table bare_list as
    select r.number, r.code, r.name, r.gender, s.area_code, s.school_code, s.school_name, c.class_code, c.class_name, 1 as is_count
    from bare_roster r join basic_school s on s.school_name = r.school
      join school_classes c on c.school_code = s.school_code and c.class_name = r.class`)
  await client.query('create unique index on bare_list (number)')
  await client.query('analyze bare_list')
  const values = marks.map((mark, i) => `(${i + 1}, ${mark})`).join(', ')
  await client.query(`create table bare_kept as
    select l.number, l.code, l.name, l.area_code, l.school_code, l.school_name, l.class_code, l.class_name, m.course_id::smallint as course_id,
      m.mark, case when m.mark <> '缺考' then m.mark::numeric(6, 1) end as score, case when m.mark = '缺考' then 1 else 0 end::smallint as score_status
    from bare_mark b join bare_list l using (number), lateral (values ${values}) as m (course_id, mark)
    where m.mark is not null`)
  await client.query('create unique index on bare_kept (course_id, number)')
  await client.query('analyze bare_kept')
}

async function archiveRows(client: pg.Client): Promise<void> {
  await client.query(
    'create table bare_student as select row_number() over (order by number)::int as sid, * from bare_list',
  )
  await client.query('create unique index on bare_student (number)')
  await client.query('analyze bare_student')
  await client.query(`create table bare_score as
    select s.sid, k.course_id, k.score, k.score_status from bare_kept k join bare_student s using (number)`)
  await client.query('create unique index on bare_score (sid, course_id)')
  await client.query('grant select on bare_student, bare_score to exam_app')
}
