/** `yyyy-MM-dd HH:mm:ss` on the program's one clock. */
export function wallTime(at: Date): string {
  const { hour, minute, second } = partsOf(at)
  return `${wallDay(at)} ${hour}:${minute}:${second}`
}

/** `yyyy-MM-dd` on the program's one clock. */
export function wallDay(at: Date): string {
  const { year, month, day } = partsOf(at)
  return `${year}-${month}-${day}`
}

function partsOf(at: Date) {
  const two = (part: number): string => String(part).padStart(2, '0')
  return {
    year: String(at.getFullYear()).padStart(4, '0'),
    month: two(at.getMonth() + 1),
    day: two(at.getDate()),
    hour: two(at.getHours()),
    minute: two(at.getMinutes()),
    second: two(at.getSeconds()),
  }
}

const OF_SERVER = Intl.DateTimeFormat().resolvedOptions().timeZone
let zone = OF_SERVER

/** The zone this process and its connections keep their clock in. */
export function currentZone(): string {
  return zone
}

/** Moves the clock into another zone, connections with their next use; an empty one is that of the server. */
export function setZone(next: string): void {
  zone = next || OF_SERVER
  process.env['TZ'] = zone
}
