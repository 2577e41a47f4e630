/**
 * Widths that fill `available`: what is left over goes to the columns that may grow, in equal parts. The table itself
 * would widen all of them, also those whose width was chosen.
 */
export function stretch(widths: number[], canGrow: boolean[], available: number): number[] {
  const left = available - widths.reduce((sum, width) => sum + width, 0)
  const growing = canGrow.filter(Boolean).length
  if (left <= 0 || growing === 0) return widths
  const each = Math.floor(left / growing)
  const last = canGrow.lastIndexOf(true)
  return widths.map((width, at) => {
    if (!canGrow[at]) return width
    return width + (at === last ? left - each * (growing - 1) : each)
  })
}
