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

/** What cells are typed over. */
export interface GridBase {
  /** Another one where the server has other rows. */
  version: string
}

interface HeldEdits extends Edits {
  /** What was typed over; nothing where the grid has no versions. */
  base?: GridBase | undefined
}

interface KeptEdits extends HeldEdits {
  userId: string
}

const KEY = 'grid-edits'
const KEEP_AFTER_MS = 300

/** By user, then by place: the next user of this window finds nothing of the one before. */
const useEdits = create<Record<string, Record<string, HeldEdits>>>(() => ({}))
let later: ReturnType<typeof setTimeout> | undefined

export interface GridEdits<B extends GridBase | undefined = GridBase | undefined> {
  edits: Edits
  /** What was given, or what the unsaved cells were typed over, while there are some. */
  base: B
  /** Cells that differ from what is saved. */
  count: number
  write: (step: Step) => void
  undo: () => void
  redo: () => void
  /** Those cells are saved now; what was typed since they were sent is not. */
  settle: (sent: Edits['cells']) => void
  /** Gives up what is not saved; can be undone. */
  drop: () => void
  /** Puts what is not saved over the base that was given now: a step from there on. */
  rebase: (step: Step) => void
}

/**
 * What is typed into one grid, step by step. `place` names the grid and what it shows. Everything outlives the screen
 * and a reload of the window, for the same user only, and goes when that user signs out. Where a `given` base is told,
 * unsaved cells stay over the one they were typed over; steps over one that is gone cannot be undone any more.
 */
export function useGridEdits(place: string): GridEdits
export function useGridEdits<B extends GridBase>(place: string, given: B): GridEdits<B>
export function useGridEdits(place: string, given?: GridBase): GridEdits {
  const path = useTabPath()
  const userId = useSession(({ user }) => user?.userId ?? '')
  const edits = heldOver(
    useEdits(() => findEdits(userId, place)),
    given,
  )
  const count = countEdits(edits)
  useTabDirty(userId, place, path, count)
  const change = (next: (old: Edits) => Edits) => {
    const { base, ...old } = heldOver(findEdits(userId, place), given)
    put(userId, place, { ...next(old), base: base ?? given })
  }
  return {
    edits,
    base: count > 0 ? (edits.base ?? given) : given,
    count,
    write: (step) => change((old) => takeStep(old, step)),
    undo: () => change(undoStep),
    redo: () => change(redoStep),
    settle: (sent) => change((old) => settleEdits(old, sent)),
    drop: () => change(dropEdits),
    rebase: (step) => put(userId, place, { ...takeStep(NO_EDITS, step), base: given }),
  }
}

/** What is held, unless it was all saved or dropped over a base that is gone. */
function heldOver(held: HeldEdits, given: GridBase | undefined): HeldEdits {
  return countEdits(held) > 0 || held.base?.version === given?.version ? held : NO_EDITS
}

function findEdits(userId: string, place: string): HeldEdits {
  return useEdits.getState()[userId]?.[place] ?? restore(userId, place)
}

/** The tab stays unsaved when the screen goes to another place and leaves something here. */
function useTabDirty(userId: string, place: string, path: string, count: number): void {
  useEffect(() => {
    setTabDirty(count > 0, path, place)
    return () => {
      if (countEdits(findEdits(userId, place)) === 0) setTabDirty(false, path, place)
    }
  }, [userId, place, path, count])
}

function put(userId: string, place: string, edits: HeldEdits): void {
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
const restored = new Map<string, HeldEdits>()

function restore(userId: string, place: string): HeldEdits {
  const known = restored.get(`${userId} ${place}`)
  if (known) return known
  const found = kept<KeptEdits>(nameOf(place), true)
  const { userId: _owner, ...edits } = found?.userId === userId ? found : { userId, ...NO_EDITS }
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
