import { create } from 'zustand'
import { forget, keep, kept, onKeptElsewhere } from '../../platform/api/storage.ts'
import { useSession } from '../../platform/session/store.ts'

interface Lock {
  isLocked: boolean
  /** MD5 of the lock password; nothing until one is set. */
  secret: string
}

const KEY = 'lock'
const OPEN: Lock = { isLocked: false, secret: '' }
/** The dialog is gone before the page changes. */
const DELAY_MS = 100

/** A curtain over every window of the site: it outlives a reload, and lifting it in one lifts it in all. */
export const useLock = create<Lock>(() => ({ ...OPEN, ...kept<Lock>(KEY) }))

onKeptElsewhere(KEY, () => useLock.setState({ ...OPEN, ...kept<Lock>(KEY) }))

export async function lockWith(password: string): Promise<void> {
  set({ isLocked: false, secret: await secretOf(password) })
  lockAgain()
}

/** Locks with the password that is already set; `false` when there is none. */
export function lockAgain(): boolean {
  const { secret } = useLock.getState()
  if (!secret) return false
  setTimeout(() => set({ isLocked: true, secret }), DELAY_MS)
  return true
}

/** Lifts the curtain and forgets the password; `false` when it is wrong. */
export async function unlock(password: string): Promise<boolean> {
  if ((await secretOf(password)) !== useLock.getState().secret) return false
  set(OPEN)
  return true
}

async function secretOf(password: string): Promise<string> {
  return (await import('../../platform/session/cipher.ts')).md5Hex(password)
}

function set(lock: Lock): void {
  useLock.setState(lock)
  if (lock.secret) keep(KEY, lock)
  else forget(KEY)
}

// Whoever signs in next starts without a curtain.
useSession.subscribe((now, before) => {
  if (before.token && !now.token) set(OPEN)
})
