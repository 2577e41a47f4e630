import { create } from 'zustand'

/** The one clock of the product keeps the bureau's zone; until that is known, the zone of this machine. */
export const useClock = create(() => ({ zone: Intl.DateTimeFormat().resolvedOptions().timeZone }))

export function setClock(zone: string): void {
  if (zone !== useClock.getState().zone) useClock.setState({ zone })
}

/** What the clock shows; months count from 1. */
export interface WallTime {
  year: number
  month: number
  day: number
  hour: number
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** What the clock shows at a moment. */
export function wallTime(at = new Date()): WallTime {
  const parts = Object.fromEntries(
    formatterOf(useClock.getState().zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  )
  return { year: parts['year'] ?? 0, month: parts['month'] ?? 0, day: parts['day'] ?? 0, hour: parts['hour'] ?? 0 }
}

/** Making one costs more than using it a thousand times. */
function formatterOf(timeZone: string): Intl.DateTimeFormat {
  const known =
    formatters.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', {
      timeZone,
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      hourCycle: 'h23',
    })
  formatters.set(timeZone, known)
  return known
}
