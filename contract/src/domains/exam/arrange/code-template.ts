/** What a number may be made of; `[考场3]` is the room's number in three digits. */
export const CODE_PARTS = ['年份', '县区', '学校', '考点', '考场', '座位', '序号', '学籍号'] as const
export type CodePart = (typeof CODE_PARTS)[number]
export type CodeValues = Record<CodePart, string>

/** A piece of a template: letters as they are, or a value in so many digits. */
export type CodePiece = { literal: string } | { part: CodePart; width: number | undefined }

/** Longest number. */
export const MOST_DIGITS = 20

/** What the screen shows while a template is typed. */
export const CODE_EXAMPLE: CodeValues = {
  年份: '2026',
  县区: '330102',
  学校: '330102001',
  考点: '330102008',
  考场: '12',
  座位: '7',
  序号: '347',
  学籍号: 'G330102200901017',
}

/** The pieces of a template, or what is wrong with it, in Chinese. */
export function readTemplate(template: string): { pieces: CodePiece[] } | { problem: string } {
  const pieces: CodePiece[] = []
  for (const [whole, name = '', width, literal] of template.matchAll(/\[([^[\]\d]*)(\d*)\]|([^[\]]+|[[\]])/g)) {
    if (literal !== undefined) {
      if (!/^[0-9A-Za-z-]+$/.test(literal))
        return { problem: `“${literal}”不能用作考号，只能用数字、字母和[考场3]这样的项` }
      pieces.push({ literal })
      continue
    }
    const part = CODE_PARTS.find((one) => one === name)
    if (!part) return { problem: `没有“${whole}”这一项，可用：${CODE_PARTS.map((one) => `[${one}]`).join('')}` }
    if (width === '0') return { problem: `“${whole}”的位数应大于0` }
    pieces.push({ part, width: width ? Number(width) : undefined })
  }
  if (pieces.length === 0) return { problem: '请输入考号模板' }
  const isUnique = has(pieces, '序号') || has(pieces, '学籍号') || (has(pieces, '考场') && has(pieces, '座位'))
  return isUnique ? { pieces } : { problem: '模板应包含[序号]、[学籍号]，或者[考场]和[座位]，否则考号会重复' }
}

/** Whether a template takes a value. */
export function has(pieces: readonly CodePiece[], part: CodePart): boolean {
  return pieces.some((piece) => 'part' in piece && piece.part === part)
}

/** Whether the number belongs to the seat: who changes seats changes numbers. */
export function isOfSeat(pieces: readonly CodePiece[]): boolean {
  return has(pieces, '考场') || has(pieces, '座位') || has(pieces, '考点')
}

/** One number: short values are filled with zeros, of long ones the last digits count. */
export function writeCode(pieces: readonly CodePiece[], values: CodeValues): string {
  return pieces.map((piece) => ('literal' in piece ? piece.literal : toWidth(values[piece.part], piece.width))).join('')
}

function toWidth(value: string, width: number | undefined): string {
  return width === undefined ? value : value.padStart(width, '0').slice(-width)
}
