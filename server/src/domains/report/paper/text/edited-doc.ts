import type { PaperText } from '@xueheng/contract/domains/report/paper-text.ts'
import type { Ctx } from '../../../../platform/ctx.ts'
import type { PaperDoc, PaperSection } from '../paper-doc.ts'
import { type DocumentKey, type OwnWords, readWords, sightKey, versionOf, wordsFor } from './own-words.ts'

/** A document with people's words in it. */
export interface EditedDoc {
  doc: PaperDoc
  /** Titles of the parts whose words no longer fit the figures and are left out. */
  stale: string[]
}

/** Puts people's words in place of generated ones where the figures are still those they were written over. */
export async function withOwnWords(ctx: Ctx, key: DocumentKey, doc: PaperDoc): Promise<EditedDoc> {
  const texts = await textsOf(ctx, key, doc)
  const stale = texts.filter(({ staleText }) => staleText !== '').map(({ title }) => title)
  const edited = new Map(texts.filter(({ isEdited }) => isEdited).map((one) => [one.part, one]))
  const sections = doc.sections.map((section) => editedSection(section, edited.get(section.findings?.part ?? '')))
  return { doc: { ...doc, sections }, stale }
}

function editedSection(section: PaperSection, words: PaperText | undefined): PaperSection {
  if (!words || !section.findings) return section
  const { text, editUserName, editTime } = words
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  const edited = `以上文字由${editUserName}于${editTime.slice(0, 16)}改写。`
  return { ...section, findings: { ...section.findings, lines }, edited }
}

/** Every text of a document: as it is generated, and as it is printed for the reader. */
export async function textsOf(ctx: Ctx, key: DocumentKey, { sections }: PaperDoc): Promise<PaperText[]> {
  const words = await readWords(ctx, key)
  const sight = await sightKey(ctx)
  return sections.flatMap(({ title, findings }) => {
    if (!findings || findings.lines.length === 0) return []
    const generated = findings.lines.join('\n')
    return [toText(title, findings.part, generated, wordsFor(words, findings.part, generated, sight))]
  })
}

function toText(title: string, part: string, generated: string, words: OwnWords): PaperText {
  const { fitting, stale } = words
  const seen = fitting ?? stale
  return {
    part,
    title,
    generated,
    text: fitting?.content ?? generated,
    isEdited: fitting !== undefined,
    staleText: stale?.content ?? '',
    editUserName: seen?.editUserName ?? '',
    editTime: seen?.editTime ?? '',
    version: versionOf(words),
  }
}
