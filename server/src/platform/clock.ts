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

/** The zone this process keeps its clock in. */
export function currentZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
