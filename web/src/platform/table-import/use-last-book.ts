import { useState } from 'react'
import { forget, keep, kept } from '../api/storage.ts'
import { useSession } from '../session/store.ts'

/** A file on the server that was looked through. */
export interface LastBook {
  fileId: string
  name: string
}

/** The file that was looked through last at this place, by this user in this window. */
export function useLastBook(place: string) {
  const userId = useSession(({ user }) => user?.userId ?? '')
  const key = `last-book ${userId} ${place}`
  const [book, setBook] = useState(() => kept<LastBook>(key, true))
  return {
    book,
    hold(next: LastBook) {
      keep(key, next, true)
      setBook(next)
    },
    forget() {
      forget(key, true)
      setBook(undefined)
    },
  }
}
