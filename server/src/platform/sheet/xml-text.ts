const MARKS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
// oxlint-disable no-control-regex -- XML 1.0 has no way to write these
const FORBIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
const NEEDS_WORK = /[&<>"\u0000-\u001f\ud800-\udfff\ufffe\uffff]/
// oxlint-enable no-control-regex

/** Text inside an element or attribute; what XML cannot hold is left out. */
export function escapeXml(text: string): string {
  if (!NEEDS_WORK.test(text)) return text
  return text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (mark) => MARKS[mark] ?? mark)
}

/** 0 → A, 25 → Z, 26 → AA. */
export function columnName(index: number): string {
  const letter = String.fromCharCode(65 + (index % 26))
  return index < 26 ? letter : columnName(Math.floor(index / 26) - 1) + letter
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/** Numbers that are no letter of Unicode become the sign for that. */
function letterOf(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd'
}

/** The text an element or attribute stands for. */
export function unescapeXml(text: string): string {
  if (!text.includes('&')) return text
  return text
    .replaceAll(/&#(x?)([0-9a-f]+);/gi, (_all, hex: string, code: string) =>
      letterOf(Number.parseInt(code, hex ? 16 : 10)),
    )
    .replaceAll(/&(amp|lt|gt|quot|apos);/g, (_all, name: string) => ENTITIES[name] ?? '')
}
