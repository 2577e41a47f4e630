import { wallTime } from '../../platform/i18n/clock.ts'

const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** Bytes in the unit people would say: `1.5 GB`. */
export function bytes(size: number): string {
  const step = size < 1 ? 0 : Math.min(Math.floor(Math.log(size) / Math.log(1024)), UNITS.length - 1)
  const value = size / 1024 ** step
  return `${value >= 100 || step === 0 ? Math.round(value) : value.toFixed(1)} ${UNITS[step] ?? 'B'}`
}

/** Whole days from now until a day, negative when it is past. */
export function daysUntil(day: string, now = new Date()): number {
  const today = wallTime(now)
  return (Date.parse(`${day}T00:00:00Z`) - Date.UTC(today.year, today.month - 1, today.day)) / 86_400_000
}
