import { currentZone, setZone } from './clock.ts'
import type { Db } from './ctx.ts'
import type { Listener } from './db/listen.ts'
import { setting } from './settings.ts'

/**
 * Sets the clock by the parameter `system.timeZone` of the managing tenant, whose rows `home` reads. Without one, or with
 * one that nobody knows, it is the clock of the server.
 */
export async function readZone(home: Db): Promise<void> {
  const asked = await setting(home, 'system.timeZone')
  const zone = isZone(asked) ? asked : ''
  if (zone !== currentZone()) setZone(zone)
}

/** Sets the clock again whenever parameters change, in whichever process, and when nobody could tell for a while. */
export function followZone(home: Db, listener: Listener): void {
  const read = (): void => void readZone(home).catch(() => undefined)
  listener.on('change', (text) => {
    if (text.split(':')[1] === 'param') read()
  })
  listener.on('session', read)
}

function isZone(zone: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }) !== undefined
  } catch {
    return false
  }
}
