import type { Note } from './sheet-xml.ts'
import { columnName, escapeXml } from './xml-text.ts'

/** The texts of a sheet's notes. */
export function commentsXml(notes: Note[]): string {
  const list = notes.map(
    (note) =>
      `<comment ref="${columnName(note.column)}${note.row + 1}" authorId="0"><text><t>${escapeXml(note.text)}</t></text></comment>`,
  )
  return `<?xml version="1.0" encoding="UTF-8" standalone="yes"?><comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author>学衡</author></authors><commentList>${list.join('')}</commentList></comments>`
}

/** The boxes the notes are shown in: an older drawing language, without which no program shows them. */
export function vmlXml(notes: Note[]): string {
  const shapes = notes.map(
    (note, i) =>
      `<v:shape id="_x0000_s${1025 + i}" type="#_x0000_t202" style="position:absolute;width:160pt;height:40pt;z-index:${i + 1};visibility:hidden" fillcolor="#ffffe1"><v:textbox/><x:ClientData ObjectType="Note"><x:MoveWithCells/><x:SizeWithCells/><x:AutoFill>False</x:AutoFill><x:Row>${note.row}</x:Row><x:Column>${note.column}</x:Column></x:ClientData></v:shape>`,
  )
  return `<xml xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:x="urn:schemas-microsoft-com:office:excel"><v:shapetype id="_x0000_t202" coordsize="21600,21600" o:spt="202" path="m,l,21600r21600,l21600,xe"/>${shapes.join('')}</xml>`
}
