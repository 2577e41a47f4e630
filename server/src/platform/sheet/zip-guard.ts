import { REASONS, type SheetLimits, unreadable } from './sheet-fault.ts'
import { unescapeXml } from './xml-text.ts'
import { type Member, readDirectory, unpackSmall } from './zip-reader.ts'

/** Names of the sheets of an .xlsx, in order, and which of them are shown. */
export interface BookSheet {
  name: string
  isHidden: boolean
  /** Its XML and the workbook's styles; missing where the workbook does not say. */
  member: Member | undefined
  styles: Member | undefined
}

/**
 * Refuses archives that are not workbooks or would unpack into more than `limits`, before anything is unpacked;
 * the reader holds every member to its declared size. Answers the sheets.
 */
export function inspectWorkbook(file: Buffer, limits: SheetLimits): BookSheet[] {
  const members = readDirectory(file, limits)
  const names = new Set(members.map((member) => member.name))
  if (names.has('xl/workbook.bin')) throw unreadable(REASONS.binaryBook)
  const book = members.find((member) => /^xl\/workbook\d*\.xml$/i.test(member.name))
  if (!book || !names.has('[Content_Types].xml')) throw unreadable(REASONS.notWorkbook)
  const sheets = sheetsOf(file, book, members)
  if (sheets.length === 0) throw unreadable(REASONS.broken)
  return sheets
}

function sheetsOf(file: Buffer, book: Member, members: Member[]): BookSheet[] {
  const byName = new Map(members.map((member) => [member.name, member]))
  const folder = book.name.replace(/[^/]*$/, '')
  const links = linksOf(file, byName.get(`${folder}_rels/${book.name.slice(folder.length)}.rels`))
  const styles = byName.get(`${folder}styles.xml`)
  return [
    ...unpackSmall(file, book)
      .toString('utf8')
      .matchAll(/<(?:\w+:)?sheet\s([^>]*)>/g),
  ].map(([, attributes = '']) => ({
    name: unescapeXml(/\bname="([^"]*)"/.exec(attributes)?.[1] ?? ''),
    isHidden: /\bstate="(hidden|veryHidden)"/.test(attributes),
    member: byName.get(pathOf(folder, links.get(/:id="([^"]*)"/.exec(attributes)?.[1] ?? ''))),
    styles,
  }))
}

/** Relation → target. */
function linksOf(file: Buffer, rels: Member | undefined): Map<string, string> {
  if (!rels) return new Map()
  const tags = unpackSmall(file, rels)
    .toString('utf8')
    .matchAll(/<(?:\w+:)?Relationship\s([^>]*)>/g)
  return new Map(
    [...tags].map(([, attributes = '']): [string, string] => [
      /\bId="([^"]*)"/.exec(attributes)?.[1] ?? '',
      /\bTarget="([^"]*)"/.exec(attributes)?.[1] ?? '',
    ]),
  )
}

function pathOf(folder: string, target = ''): string {
  return target.startsWith('/') ? target.slice(1) : folder + target
}
