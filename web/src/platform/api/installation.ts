import { type Installation, installation } from '@xueheng/contract/platform/installation.ts'
import { setClock } from '../i18n/clock.ts'
import { get } from './client.ts'
import { setSilentCodes } from './silent-codes.ts'
import { keep, kept } from './storage.ts'

const KEY = 'installation'

/** Takes what was known at the last visit, so that the first page begins with it, and asks anew. */
export function startInstallation(): void {
  const known = kept<Installation>(KEY)
  if (known) take(known)
  void loadInstallation().catch(() => undefined)
}

/** Asks the server what holds for every page: the clock, and which codes stay silent. */
export async function loadInstallation(): Promise<void> {
  const now = await get<Installation>(installation.path)
  take(now)
  keep(KEY, now)
}

function take({ timeZone, silentCodes }: Installation): void {
  setClock(timeZone)
  setSilentCodes(silentCodes)
}
