/** Powers of 2 in GF(256) modulo x^8 + x^4 + x^3 + x^2 + 1, and their logarithms. */
const POWERS: number[] = []
const LOGS: number[] = []
for (let power = 0, value = 1; power < 255; power += 1) {
  POWERS[power] = value
  LOGS[value] = power
  value = value < 128 ? value * 2 : (value * 2) ^ 0x11d
}

function times(a: number, b: number): number {
  return a === 0 || b === 0 ? 0 : (POWERS[((LOGS[a] ?? 0) + (LOGS[b] ?? 0)) % 255] ?? 0)
}

/** Reed-Solomon: the remainder of the words by (x - 1)(x - 2)(x - 4)…, `count` words long. */
export function errorWords(words: number[], count: number): number[] {
  let generator = [1]
  for (let i = 0; i < count; i += 1) {
    const root = POWERS[i] ?? 0
    generator = [...generator, 0].map((word, at) => word ^ times(generator[at - 1] ?? 0, root))
  }
  const rest = [...words, ...Array.from({ length: count }, () => 0)]
  for (let at = 0; at < words.length; at += 1) {
    const factor = rest[at] ?? 0
    for (const [i, word] of generator.entries()) rest[at + i] = (rest[at + i] ?? 0) ^ times(word, factor)
  }
  return rest.slice(words.length)
}
