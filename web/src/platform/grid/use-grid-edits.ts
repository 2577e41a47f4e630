import { useEffect } from 'react'
import { create } from 'zustand'
import { forget, keep, kept } from '../api/storage.ts'
import { useSession } from '../session/store.ts'
import { setTabDirty, useTabPath } from '../tabs/tab.ts'
import {
  countEdits,
  dropEdits,
  type Edits,
  NO_EDITS,
  redoStep,
  settleEdits,
  type Step,
  takeStep,
  undoStep,
} from './edits.ts'

interface KeptEdits extends Edits {
  userId: string
}

const KEY = 'grid-edits'
const KEEP_AFTER_MS = 300

/** By user, then by place: the next user of this window finds nothing of the one before. */
const useEdits = create<Record<string, Record<string, Edits>>>(() => ({}))
let later: ReturnType<typeof setTimeout> | undefined

export interface GridEdits {
  edits: Edits
  /** Cells that differ from what is saved. */
  count: number
  write: (step: Step) => void
  undo: () => void
  redo: () => void
  /** Those cells are saved now; what was typed since they were sent is not. */
  settle: (sent: Edits['cells']) => void
  /** Gives up what is not saved; can be undone. */
  drop: () => void
}

/**
 * What is typed into one grid, step by step. `place` names the grid and what it shows. Everything outlives the screen
 * and a reload of the window, for the same user only, and goes when that user signs out.
 */
export function useGridEdits(place: string): GridEdits {
  const path = useTabPath()
  const userId = useSession(({ user }) => user?.userId ?? '')
  const edits = useEdits((byUser) => byUser[userId]?.[place]) ?? restore(userId, place)
  const count = countEdits(edits)
  useEffect(() => {
    setTabDirty(count > 0, path)
  }, [count, path])
  const change = (next: (old: Edits) => Edits) =>
    put(userId, place, next(useEdits.getState()[userId]?.[place] ?? edits))
  return {
    edits,
    count,
    write: (step) => change((old) => takeStep(old, step)),
    undo: () => change(undoStep),
    redo: () => change(redoStep),
    settle: (sent) => change((old) => settleEdits(old, sent)),
    drop: () => change(dropEdits),
  }
}

function put(userId: string, place: string, edits: Edits): void {
  // A cell that goes with its user's leaving writes what was half typed.
  if (isLeft(useSession.getState())) return
  useEdits.setState((byUser) => ({ [userId]: { ...byUser[userId], [place]: edits } }))
  // Writing out thousands of cells must not hold up the key that changed one.
  later ??= setTimeout(keepEdits, KEEP_AFTER_MS)
}

/** Keeps everything typed for after a reload; so it is done a moment after each change, and when the window goes. */
export function keepEdits(): void {
  clearTimeout(later)
  later = undefined
  const userId = useSession.getState().user?.userId
  if (!userId) return
  const byPlace = useEdits.getState()[userId] ?? {}
  for (const [place, edits] of Object.entries(byPlace))
    keep(nameOf(place), { ...edits, userId } satisfies KeptEdits, true)
  keep(KEY, [...new Set([...placesKept(), ...Object.keys(byPlace)])], true)
}

function nameOf(place: string): string {
  return `${KEY} ${place}`
}

function placesKept(): string[] {
  return kept<string[]>(KEY, true) ?? []
}

/** What was read back, so that it is the same object as long as nothing is typed. */
const restored = new Map<string, Edits>()

function restore(userId: string, place: string): Edits {
  const known = restored.get(`${userId} ${place}`)
  if (known) return known
  const found = kept<KeptEdits>(nameOf(place), true)
  const edits =
    found && found.userId === userId ? { cells: found.cells, past: found.past, future: found.future } : NO_EDITS
  restored.set(`${userId} ${place}`, edits)
  return edits
}

window.addEventListener('pagehide', keepEdits)

function isLeft({ token, hasLeft }: { token: string; hasLeft: boolean }): boolean {
  return !token && hasLeft
}

// Whoever leaves on purpose leaves nothing behind.
useSession.subscribe((now, before) => {
  if (!before.token || !isLeft(now)) return
  clearTimeout(later)
  later = undefined
  for (const place of placesKept()) forget(nameOf(place), true)
  forget(KEY, true)
  useEdits.setState({}, true)
  restored.clear()
})
