import { columnName, escapeXml } from './xml-text.ts'

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const SHEET_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** What a finished sheet needs around it. */
export interface WrittenSheet {
  name: string
  hasNotes: boolean
  isHidden?: boolean
  /** What stands on every page, where the sheet is made for paper. */
  printTitles?: string
}

export function contentTypesXml(sheets: WrittenSheet[]): string {
  const parts = sheets.flatMap((sheet, i) => [
    `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${SHEET_TYPE}.worksheet+xml"/>`,
    ...(sheet.hasNotes
      ? [`<Override PartName="/xl/comments${i + 1}.xml" ContentType="${SHEET_TYPE}.comments+xml"/>`]
      : []),
  ])
  return `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="vml" ContentType="application/vnd.openxmlformats-officedocument.vmlDrawing"/><Override PartName="/xl/workbook.xml" ContentType="${SHEET_TYPE}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEET_TYPE}.styles+xml"/>${parts.join('')}</Types>`
}

export function rootRelationsXml(): string {
  return `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`
}

export function bookXml(sheets: WrittenSheet[]): string {
  const list = sheets.map(
    (sheet, i) =>
      `<sheet name="${escapeXml(sheet.name)}" sheetId="${i + 1}"${sheet.isHidden ? ' state="hidden"' : ''} r:id="rId${i + 1}"/>`,
  )
  const names = sheets.flatMap(({ printTitles }, i) =>
    printTitles
      ? [`<definedName name="_xlnm.Print_Titles" localSheetId="${i}">${escapeXml(printTitles)}</definedName>`]
      : [],
  )
  const defined = names.length > 0 ? `<definedNames>${names.join('')}</definedNames>` : ''
  return `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${list.join('')}</sheets>${defined}</workbook>`
}

export function bookRelationsXml(sheets: WrittenSheet[]): string {
  const list = sheets.map(
    (_sheet, i) => `<Relationship Id="rId${i + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  )
  return `${XML}<Relationships xmlns="${RELATIONS}">${list.join('')}<Relationship Id="rId${sheets.length + 1}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`
}

export function sheetRelationsXml(index: number): string {
  return `${XML}<Relationships xmlns="${RELATIONS}"><Relationship Id="rId1" Type="${OFFICE}/vmlDrawing" Target="../drawings/vmlDrawing${index}.vml"/><Relationship Id="rId2" Type="${OFFICE}/comments" Target="../comments${index}.xml"/></Relationships>`
}

/** The hidden sheet of drop-down lists, one column per list. */
export function optionsXml(lists: string[][]): string {
  const height = Math.max(0, ...lists.map((list) => list.length))
  const rows = Array.from({ length: height }, (_none, r) => {
    const cells = lists.map((list, c) =>
      list[r] === undefined
        ? ''
        : `<c r="${columnName(c)}${r + 1}" t="inlineStr"><is><t>${escapeXml(list[r])}</t></is></c>`,
    )
    return `<row r="${r + 1}">${cells.join('')}</row>`
  })
  return `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rows.join('')}</sheetData></worksheet>`
}

/** A name a spreadsheet program accepts: at most 31 characters, none of []:*?/\, used once. */
export function sheetName(wanted: string, taken: Set<string>): string {
  const base =
    wanted
      .replaceAll(/[[\]:*?/\\]/g, '_')
      .replaceAll(/^'|'$/g, '_')
      .slice(0, 28) || '工作表'
  let name = base
  for (let i = 2; taken.has(name.toLowerCase()); i++) name = `${base}_${i}`.slice(-31)
  taken.add(name.toLowerCase())
  return name
}
