import { type RowOf, own } from '../../../../platform/db/table.ts'
import type { Ctx } from '../../../../platform/ctx.ts'
import { wallTime } from '../../../../platform/clock.ts'
import { nextId } from '../../../../platform/db/id.ts'
import { digestOf } from '../../../../platform/digest.ts'
import { sql } from 'kysely'
import { audienceOf } from '../../disclosure/disclosure.ts'
import { sightOf } from '../../sight.ts'
import { reportPaperText } from '../../tables.ts'

type Words = Pick<
  RowOf<(typeof reportPaperText)['columns']>,
  'id' | 'document' | 'part' | 'sight' | 'generated' | 'content' | 'editUserName' | 'editTime'
>

/** Which paper of which exam, and one of its documents. */
export interface DocumentKey {
  examId: string
  paper: string
  document: string
}

/** What people wrote in place of one generated text. */
export interface OwnWords {
  /** Printed: written over the very text that the figures give now. */
  fitting: Words | undefined
  /** Written over other figures by somebody who may see what the reader may; not printed. */
  stale: Words | undefined
}

/** What a reader may see of figures: words over figures he may not see are nothing to him. */
export async function sightKey(ctx: Ctx): Promise<string> {
  return digestOf(JSON.stringify([await audienceOf(ctx), ctx.scope, await sightOf(ctx)]))
}

/** Every text people wrote in one document, the newest first. */
export async function readWords({ db }: Ctx, { examId, paper, document }: DocumentKey): Promise<Words[]> {
  const { rows } = await sql<Words>`select id, document, part, sight, generated, content, edit_user_name, edit_time
    from ${own(reportPaperText)} w where exam_id = ${examId} and paper = ${paper} and document = ${document}
    order by edit_time desc, id desc`.execute(db)
  return rows
}

/** Documents of a paper in which somebody wrote. */
export async function documentsWithWords({ db }: Ctx, examId: string, paper: string): Promise<Set<string>> {
  const { rows } = await sql<{ document: string }>`select distinct document from ${own(reportPaperText)} w
    where exam_id = ${examId} and paper = ${paper}`.execute(db)
  return new Set(rows.map(({ document }) => document))
}

/** Those that belong to a generated text as it is now; `sight` is the reader's. */
export function wordsFor(words: Words[], part: string, generated: string, sight: string): OwnWords {
  const ofPart = words.filter((one) => one.part === part)
  const fitting = ofPart.find((one) => one.generated === generated)
  return { fitting, stale: fitting ? undefined : ofPart.find((one) => one.sight === sight) }
}

/** What a reader who changes a text has to have read: another row, or another time, is not it. */
export function versionOf({ fitting, stale }: OwnWords): string {
  const seen = fitting ?? stale
  return seen ? `${seen.id} ${seen.editTime}` : ''
}

/** Keeps words over a generated text, in place of the reader's former ones. */
export async function keepWords(
  ctx: Ctx,
  { examId, paper, document }: DocumentKey,
  { part, generated, content }: Pick<Words, 'part' | 'generated' | 'content'>,
): Promise<void> {
  const { tenantId, id: user, name } = ctx.user
  const time = wallTime(ctx.now)
  await sql`insert into ${own(reportPaperText)} as w (id, tenant_id, exam_id, paper, document, part, sight, generated, content,
      edit_user, edit_user_name, edit_time)
    values (${nextId()}, ${tenantId}, ${examId}, ${paper}, ${document}, ${part}, ${await sightKey(ctx)}, ${generated}, ${content},
      ${user}, ${name}, ${time})
    on conflict (tenant_id, exam_id, paper, document, part, sight) do update set id = excluded.id, generated = excluded.generated,
      content = excluded.content, edit_user = excluded.edit_user, edit_user_name = excluded.edit_user_name,
      edit_time = excluded.edit_time`.execute(ctx.db)
}

/** The generated text stands again: for everybody who reads the same, and for the reader once the figures change. */
export async function dropWords(
  ctx: Ctx,
  { examId, paper, document }: DocumentKey,
  { part, generated }: Pick<Words, 'part' | 'generated'>,
): Promise<void> {
  await sql`delete from ${own(reportPaperText)} w
    where exam_id = ${examId} and paper = ${paper} and document = ${document} and part = ${part}
      and (generated = ${generated} or sight = ${await sightKey(ctx)})`.execute(ctx.db)
}
