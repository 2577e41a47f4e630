/** Red, green, blue, 0 to 255. */
type Rgb = [number, number, number]

function rgb(hex: string): Rgb {
  const value = Number.parseInt(hex.slice(1), 16)
  return [value >> 16, (value >> 8) & 255, value & 255]
}

function luminance(hex: string): number {
  const [red, green, blue] = rgb(hex).map((part) => {
    const share = part / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colours, 1 to 21 (WCAG 2). */
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** `share` of `other` stirred into `hex`. */
export function mix(hex: string, other: string, share: number): string {
  const to = rgb(other)
  const parts = rgb(hex).map((part, at) => Math.round(part + ((to[at] ?? 0) - part) * share))
  return `#${parts.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}

/** `hex` with as little of `toward` as it takes to be read on `background` (4.5 is AA for text). */
export function readable(hex: string, background: string, toward: string, ratio = 4.5): string {
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mix(hex, toward, share)
    if (contrast(mixed, background) >= ratio) return mixed
  }
  return toward
}

export function isColor(text: string): boolean {
  return /^#[0-9a-f]{6}$/i.test(text)
}
