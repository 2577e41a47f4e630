import { hills, rangePath } from '../ink-range.ts'

const WIDTH = 1600
const HEIGHT = 520

/** Far hills are the smooth distributions of other years; the near one is this year's, bar by bar. */
const FAR = [
  {
    peaks: [
      { at: 0.2, wide: 0.16, high: 0.55 },
      { at: 0.74, wide: 0.2, high: 0.82 },
    ],
    ink: 0.05,
  },
  {
    peaks: [
      { at: 0.1, wide: 0.14, high: 0.5 },
      { at: 0.5, wide: 0.17, high: 0.62 },
      { at: 0.95, wide: 0.12, high: 0.5 },
    ],
    ink: 0.07,
  },
]
const NEAR = [
  { at: 0.3, wide: 0.12, high: 0.58 },
  { at: 0.62, wide: 0.09, high: 0.3 },
  { at: 0.02, wide: 0.08, high: 0.2 },
]

/** 一分一段 as a landscape in ink: decoration without meaning for readers of the page. */
export function LoginArt() {
  return (
    <svg
      className="login-art"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
    >
      {FAR.map(({ peaks, ink }) => (
        <path key={ink} d={rangePath(peaks, WIDTH, HEIGHT)} fill="currentColor" opacity={ink} />
      ))}
      <path d={bars()} stroke="currentColor" strokeWidth="3" opacity="0.34" />
      <path d={`M0 ${HEIGHT - 1}H${WIDTH}`} stroke="currentColor" strokeWidth="2" opacity="0.5" />
    </svg>
  )
}

/** One bar per mark, with the small unrest of real counts (a fixed sequence: the page must not flicker). */
function bars(): string {
  const parts: string[] = []
  for (let x = 5; x < WIDTH; x += 9) {
    const unrest = 1 + 0.09 * Math.sin(x * 0.71) + 0.06 * Math.sin(x * 1.93)
    const high = hills(NEAR, x / WIDTH) * HEIGHT * unrest
    if (high > 3) parts.push(`M${x} ${HEIGHT}V${Math.round(HEIGHT - high)}`)
  }
  return parts.join('')
}
