import { escapeXml } from './xml-text.ts'

/** Looks a cell can have; equal looks share one entry of the workbook's style table. */
export interface Look {
  format?: string
  fill?: 'header' | 'fault'
  font?: 'title' | 'bold' | 'faint'
  align?: 'center' | 'wrap' | 'right'
  hasBorder?: boolean
}

const FONTS = ['', 'title', 'bold', 'faint']
const FONT_XML = [
  '<font><sz val="11"/><name val="等线"/></font>',
  '<font><b/><sz val="14"/><name val="等线"/></font>',
  '<font><b/><sz val="11"/><name val="等线"/></font>',
  '<font><sz val="10"/><color rgb="FF8C8C8C"/><name val="等线"/></font>',
]
/** The first two are fixed by the format. */
const FILLS = ['', 'gray125', 'header', 'fault']
const FILL_XML = ['none', 'gray125'].map((kind) => `<fill><patternFill patternType="${kind}"/></fill>`)
const SOLID = ['FFEAF1FB', 'FFFFD6D6'].map(
  (rgb) => `<fill><patternFill patternType="solid"><fgColor rgb="${rgb}"/></patternFill></fill>`,
)
const SIDE = ['left', 'right', 'top', 'bottom']
  .map((side) => `<${side} style="thin"><color rgb="FFA6A6A6"/></${side}>`)
  .join('')
const ALIGN = {
  center: '<alignment horizontal="center" vertical="center" wrapText="1"/>',
  wrap: '<alignment vertical="top" wrapText="1"/>',
  right: '<alignment horizontal="right"/>',
}
const FIRST_OWN_FORMAT = 164

/** The style table of one workbook, filled while its cells are written. */
export function createStyles() {
  const looks = new Map<string, number>([['{}', 0]])
  const list: Look[] = [{}]
  const formats: string[] = []
  function styleOf(look: Look): number {
    const key = JSON.stringify(look)
    const known = looks.get(key)
    if (known !== undefined) return known
    if (look.format && !formats.includes(look.format)) formats.push(look.format)
    looks.set(key, list.length)
    return list.push(look) - 1
  }
  function toXml(): string {
    const own = formats.map((code, i) => `<numFmt numFmtId="${FIRST_OWN_FORMAT + i}" formatCode="${escapeXml(code)}"/>`)
    return [
      '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>',
      '<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">',
      own.length > 0 ? `<numFmts count="${own.length}">${own.join('')}</numFmts>` : '',
      `<fonts count="4">${FONT_XML.join('')}</fonts>`,
      `<fills count="4">${[...FILL_XML, ...SOLID].join('')}</fills>`,
      `<borders count="2"><border/><border>${SIDE}</border></borders>`,
      '<cellStyleXfs count="1"><xf/></cellStyleXfs>',
      `<cellXfs count="${list.length}">${list.map((look) => xf(look, formats)).join('')}</cellXfs>`,
      '</styleSheet>',
    ].join('')
  }
  return { styleOf, toXml }
}

function xf(look: Look, formats: string[]): string {
  const format = look.format ? FIRST_OWN_FORMAT + formats.indexOf(look.format) : 0
  const ids = [
    `numFmtId="${format}"`,
    `fontId="${FONTS.indexOf(look.font ?? '')}"`,
    `fillId="${FILLS.indexOf(look.fill ?? '')}"`,
    `borderId="${look.hasBorder ? 1 : 0}"`,
    'xfId="0" applyNumberFormat="1" applyFont="1" applyFill="1" applyBorder="1" applyAlignment="1"',
  ].join(' ')
  return look.align ? `<xf ${ids}>${ALIGN[look.align]}</xf>` : `<xf ${ids}/>`
}

export type Styles = ReturnType<typeof createStyles>
