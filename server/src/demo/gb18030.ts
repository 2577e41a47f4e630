/** GB18030 bytes: what a Chinese spreadsheet program writes when it saves as CSV. The runtime only decodes it. */
export function encodeGb18030(text: string): Buffer {
  const table = encodeTable()
  const bytes: number[] = []
  for (const letter of text) {
    const point = letter.codePointAt(0) ?? 0
    if (point < 0x80) bytes.push(point)
    else bytes.push(...(table.get(letter) ?? fourBytes(SUPPLEMENTARY + point - 0x10000)))
  }
  return Buffer.from(bytes)
}

/** Four-byte codes are numbered in one row; the characters beyond U+FFFF start here. */
const SUPPLEMENTARY = 189_000
/** Numbers used for characters up to U+FFFF. */
const BASIC = 39_420

let table: Map<string, number[]> | undefined

/** The inverse of the decoder for every two-byte code and the basic four-byte ones. */
function encodeTable(): Map<string, number[]> {
  if (table) return table
  const decoder = new TextDecoder('gb18030')
  const made = new Map<string, number[]>()
  const learn = (code: number[]) => {
    const letter = decoder.decode(Uint8Array.from(code))
    if (!made.has(letter)) made.set(letter, code)
  }
  for (let lead = 0x81; lead <= 0xfe; lead++) {
    for (let trail = 0x40; trail <= 0xfe; trail++) if (trail !== 0x7f) learn([lead, trail])
  }
  for (let number = 0; number < BASIC; number++) learn(fourBytes(number))
  table = made
  return made
}

function fourBytes(number: number): number[] {
  return [
    0x81 + Math.floor(number / 12_600),
    0x30 + (Math.floor(number / 1260) % 10),
    0x81 + (Math.floor(number / 10) % 126),
    0x30 + (number % 10),
  ]
}
