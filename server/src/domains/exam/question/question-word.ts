const CIRCLED = /[①-⑳]/g
const KINDS = /^(客观|主观|非选择|选择|填空|解答)题?/

/** What two ways of writing the number of a question have in common: `第12题（1）` is `12(1)`. */
export function questionWord(text: string): string {
  const plain = text
    .replaceAll(CIRCLED, (one) => `(${one.charCodeAt(0) - 0x245f})`)
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/\s|\*/g, '')
  return plain
    .replace(/\((满分)?\d+(\.\d+)?分\)$/, '')
    .replace(/\(满分\d+(\.\d+)?\)$/, '')
    .replace(KINDS, '')
    .replace(/^(第|题|T|Q)(?=\d)/, '')
    .replace(/(?<=[\d)])题/, '')
    .replace(/(得分|分)$/, '')
    .replace(/\.$/, '')
}

/** `12(1)`, `12.1` and `12-1` are one part of a question. */
export function partWord(text: string): string {
  return questionWord(text)
    .replaceAll(/[().\-_—]+/g, '-')
    .replace(/-$/, '')
}
