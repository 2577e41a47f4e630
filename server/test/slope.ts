/** The slope of the line through some points that misses them least (least squares); 0 for fewer than two places. */
export function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (at: 0 | 1): number => points.reduce((sum, point) => sum + point[at], 0) / points.length
  const [middle, height] = [mean(0), mean(1)]
  let [product, square] = [0, 0]
  for (const [x, y] of points) {
    product += (x - middle) * (y - height)
    square += (x - middle) ** 2
  }
  return square > 0 ? product / square : 0
}

/**
 * The lowest point of each stretch of `width`. What a program holds shows there: between two collections memory rises and falls by more than
 * a slow leak adds in an hour.
 */
export function floorsOf(points: readonly (readonly [number, number])[], width: number): [number, number][] {
  const floors = new Map<number, [number, number]>()
  for (const [x, y] of points) {
    const stretch = Math.floor(x / width)
    const lowest = floors.get(stretch)
    if (!lowest || y < lowest[1]) floors.set(stretch, [x, y])
  }
  return [...floors.values()]
}
