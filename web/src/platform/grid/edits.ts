/** One cell typed over; `row` is the key of its row. */
export interface CellChange {
  row: string
  column: number
  before: string
  after: string
}

/** What was changed in one go: a cell, a pasted block, everything alike. */
export type Step = CellChange[]

/** Changes that are not saved: what the cell holds on the server, and what was typed. */
export type RowEdits = Record<number, { from: string; to: string }>

export interface Edits {
  cells: Record<string, RowEdits>
  past: Step[]
  future: Step[]
}

export const NO_EDITS: Edits = { cells: {}, past: [], future: [] }

/** Older steps cannot be undone any more. */
const MOST_STEPS = 200

/** Takes a step; what was undone before cannot be redone any more. Cells that stay as they are do not count. */
export function takeStep(edits: Edits, changes: Step): Edits {
  const step = changes.filter(({ before, after }) => before !== after)
  if (step.length === 0) return edits
  return { cells: withStep(edits.cells, step), past: [...edits.past, step].slice(-MOST_STEPS), future: [] }
}

export function undoStep(edits: Edits): Edits {
  const step = edits.past.at(-1)
  if (!step) return edits
  const back = step.map((one) => ({ ...one, before: one.after, after: one.before }))
  return {
    cells: withStep(edits.cells, back),
    past: edits.past.slice(0, -1),
    future: [...edits.future, step],
  }
}

export function redoStep(edits: Edits): Edits {
  const step = edits.future.at(-1)
  if (!step) return edits
  return {
    cells: withStep(edits.cells, step),
    past: [...edits.past, step],
    future: edits.future.slice(0, -1),
  }
}

/** What was sent stands on the server now; it can still be undone, and what was typed meanwhile is a change of it. */
export function settleEdits(edits: Edits, sent: Edits['cells']): Edits {
  const cells = { ...edits.cells }
  for (const [row, saved] of Object.entries(sent)) {
    const own = { ...cells[row] }
    for (const [key, { from, to }] of Object.entries(saved)) {
      const column = Number(key)
      const text = own[column]?.to ?? from
      if (text === to) delete own[column]
      else own[column] = { from: to, to: text }
    }
    if (Object.keys(own).length > 0) cells[row] = own
    else delete cells[row]
  }
  return { ...edits, cells }
}

/** Gives up what is not saved, as one step that can be undone. */
export function dropEdits(edits: Edits): Edits {
  const changes = Object.entries(edits.cells).flatMap(([row, cells]) =>
    Object.entries(cells).map(([column, { from, to }]) => ({ row, column: Number(column), before: to, after: from })),
  )
  return takeStep(edits, changes)
}

export function countEdits({ cells }: Edits): number {
  return Object.values(cells).reduce((sum, row) => sum + Object.keys(row).length, 0)
}

function withStep(cells: Edits['cells'], step: Step): Edits['cells'] {
  const next = { ...cells }
  const fresh = new Set<string>()
  for (const { row, column, before, after } of step) {
    // Rows that are not touched stay the same objects, so that they are not drawn again.
    if (!fresh.has(row)) next[row] = { ...next[row] }
    fresh.add(row)
    const own = next[row] as RowEdits
    const from = own[column]?.from ?? before
    if (from === after) delete own[column]
    else own[column] = { from, to: after }
  }
  for (const row of fresh) if (Object.keys(next[row] ?? {}).length === 0) delete next[row]
  return next
}
