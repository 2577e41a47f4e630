/** Part of whole in hundredths of a percent, rounded half up; null of nothing. More than the whole is all of it. */
export function percentOf(part: number, whole: number): number | null {
  return whole === 0 ? null : Math.floor((Math.min(part, whole) * 20_000 + whole) / (2 * whole)) / 100
}
