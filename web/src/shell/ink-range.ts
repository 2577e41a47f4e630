/** A normal distribution drawn as a hill: where, how wide, how high, all as shares of the picture. */
export interface Peak {
  at: number
  wide: number
  high: number
}

/** Height of overlapping hills at `x`, both 0 to 1. */
export function hills(peaks: Peak[], x: number): number {
  return peaks.reduce((sum, { at, wide, high }) => sum + high * Math.exp(-(((x - at) / wide) ** 2)), 0)
}

/** Outline of hills as an SVG path, closed along the ground. */
export function rangePath(peaks: Peak[], width: number, height: number): string {
  const steps = 120
  const points = Array.from({ length: steps + 1 }, (_none, step) => {
    const x = step / steps
    return `${Math.round(x * width)} ${Math.round(height - hills(peaks, x) * height)}`
  })
  return `M0 ${height}L${points.join('L')}L${width} ${height}Z`
}
