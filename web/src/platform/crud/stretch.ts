/** How a column takes part in filling the table: `text` grows first, `any` when much is left, `fixed` never. */
export type Growth = 'text' | 'any' | 'fixed'

/** Most a column of text grows before the others share what is left. */
const TEXT_MOST = 140

/**
 * Widths that fill `available`: first the columns of text grow, then all that may. The table itself would widen
 * every column, also those whose width was chosen.
 */
export function stretch(widths: number[], growths: Growth[], available: number): number[] {
  const left = available - widths.reduce((sum, width) => sum + width, 0)
  const texts = growths.filter((growth) => growth === 'text').length
  const forTexts = Math.min(left, texts * TEXT_MOST)
  const first = share(
    widths,
    growths.map((growth) => growth === 'text'),
    forTexts,
  )
  return share(
    first,
    growths.map((growth) => growth !== 'fixed'),
    left - Math.max(0, forTexts),
  )
}

/** Adds `left` to the growing columns in equal whole parts; the last one takes the remainder. */
function share(widths: number[], isGrowing: boolean[], left: number): number[] {
  const growing = isGrowing.filter(Boolean).length
  if (left <= 0 || growing === 0) return widths
  const each = Math.floor(left / growing)
  const last = isGrowing.lastIndexOf(true)
  return widths.map((width, at) => {
    if (!isGrowing[at]) return width
    return width + (at === last ? left - each * (growing - 1) : each)
  })
}
