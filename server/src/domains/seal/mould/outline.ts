/** A line of a drawing: SVG path commands with absolute coordinates in millimetres, y downwards. */
export type Outline = string

/** Where a drawing of size 1 goes: size, turn clockwise in radians, place. */
export interface Place {
  x: number
  y: number
  turn?: number
  scaleX: number
  scaleY: number
}

/** The point of a figure (y upwards) as it stands in the drawing. */
export function placed({ x, y, turn = 0, scaleX, scaleY }: Place, px: number, py: number): [number, number] {
  const [sx, sy] = [px * scaleX, -py * scaleY]
  return [x + sx * Math.cos(turn) - sy * Math.sin(turn), y + sx * Math.sin(turn) + sy * Math.cos(turn)]
}

export function numbers(...values: number[]): string {
  return values.map((value) => String(Math.round(value * 1000) / 1000)).join(' ')
}

/** An ellipse round the origin, clockwise; `isHole` goes the other way round, so that it is left out of the fill. */
export function ellipse(a: number, b: number, isHole = false): Outline {
  const sweep = isHole ? 0 : 1
  const half = (to: number) => `A ${numbers(a, b)} 0 1 ${sweep} ${numbers(to, 0)}`
  return `M ${numbers(-a, 0)} ${half(a)} ${half(-a)} Z`
}

/** A rectangle round the origin, likewise. */
export function rectangle(width: number, height: number, isHole = false): Outline {
  const [x, y] = [width / 2, height / 2]
  const corners: [number, number][] = [
    [-x, -y],
    [x, -y],
    [x, y],
    [-x, y],
  ]
  return polygon(isHole ? corners.toReversed() : corners)
}

/** A five-pointed star round the origin, one tip up. */
export function star(radius: number): Outline {
  const inner = (radius * Math.sin(Math.PI / 10)) / Math.sin((7 * Math.PI) / 10)
  const tips = Array.from({ length: 10 }, (_none, i): [number, number] => {
    const [r, turn] = [i % 2 ? inner : radius, (i * Math.PI) / 5]
    return [r * Math.sin(turn), -r * Math.cos(turn)]
  })
  return polygon(tips)
}

function polygon(points: [number, number][]): Outline {
  return `${points.map((point, i) => `${i ? 'L' : 'M'} ${numbers(...point)}`).join(' ')} Z`
}
