import { wallDay } from '../../../platform/clock.ts'
import { nextId } from '../../../platform/db/id.ts'

/** A number people can read out: the day, and digits no other one has. */
export function numberOf(prefix: string, now: Date): string {
  return `${prefix}${wallDay(now).replaceAll('-', '')}${nextId().slice(-10)}`
}
