import { PAPERS, type Paper, type PaperTextCalls } from '@xueheng/contract/domains/report/paper.ts'
import type { Input, Output } from '@xueheng/contract/kit/call.ts'
import { logOperation } from '../../../../platform/audit/operation-log.ts'
import type { Ctx } from '../../../../platform/ctx.ts'
import { AppError } from '../../../../platform/error.ts'
import { type Implementation, implement } from '../../../../platform/module.ts'
import type { Library } from '../../library.ts'
import { openPaperDesk } from '../paper-desk.ts'
import type { PlannedDoc } from '../paper-doc.ts'
import { planPapers } from '../plan-papers.ts'
import { textsOf } from './edited-doc.ts'
import { documentsWithWords, dropWords, keepWords } from './own-words.ts'

/** Documents named at once; of more the reader asks for fewer units. */
const MOST_NAMED = 500

/** What is written in papers beside their figures: read, and put into other words, by those who may print them. */
export function paperTextHandlers(library: Library): Implementation[] {
  return PAPERS.flatMap((paper) => {
    const { texts } = paper
    if (!texts) return []
    return [
      implement(texts.read, (ctx, input) => readTexts(ctx, library, paper, input)),
      implement(texts.edit, (ctx, input) => editText(ctx, library, paper, texts, input)),
    ]
  })
}

/** The documents by name, and the texts of the one asked for, or of the first. */
async function readTexts(
  ctx: Ctx,
  library: Library,
  paper: Paper,
  input: Input<PaperTextCalls['read']>,
): Promise<Output<PaperTextCalls['read']>> {
  const desk = await openPaperDesk(ctx, library, input)
  const all = await planPapers(desk, paper.name)
  const edited = await documentsWithWords(ctx, input.examId, paper.name)
  const documents = all.slice(0, MOST_NAMED).map(({ document, name }) => ({
    document,
    name,
    isEdited: edited.has(document),
  }))
  const asked = input.document ? findDocument(all, input.document) : all[0]
  const document = asked?.document ?? ''
  const key = { examId: input.examId, paper: paper.name, document }
  const texts = asked ? await textsOf(ctx, key, await asked.write()) : []
  return { total: all.length, documents, document, texts }
}

function findDocument(all: PlannedDoc[], wanted: string): PlannedDoc {
  const found = all.find(({ document }) => document === wanted)
  if (!found) throw new AppError('row.notFound')
  return found
}

/** Keeps somebody's words over what the figures say now; without any the generated text stands again. */
async function editText(
  ctx: Ctx,
  library: Library,
  paper: Paper,
  calls: PaperTextCalls,
  input: Input<PaperTextCalls['edit']>,
): Promise<void> {
  const { examId, document, part, generated } = input
  const desk = await openPaperDesk(ctx, library, input)
  const planned = findDocument(await planPapers(desk, paper.name), document)
  const key = { examId, paper: paper.name, document }
  const before = (await textsOf(ctx, key, await planned.write())).find((text) => text.part === part)
  if (!before) throw new AppError('row.notFound')
  if (before.generated !== generated || before.version !== (input.version ?? '')) throw new AppError('row.stale')
  const content = input.text?.trim() || generated
  if (content === generated) await dropWords(ctx, key, { part, generated })
  else await keepWords(ctx, key, { part, generated, content })
  await logOperation(ctx, calls.edit.name, calls.edit.title, {
    entity: 'examInfo',
    rowId: examId,
    before: { text: before.text },
    after: { document: planned.name, part: before.title, text: content },
  })
}
