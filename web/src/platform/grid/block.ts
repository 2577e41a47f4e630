/** A place in a grid, both from 0. */
export interface GridCell {
  row: number
  column: number
}

/**
 * Cells of a copied block as spreadsheets write it: rows by line ends, cells by tabs; a cell in quotation marks may hold
 * both, a doubled mark stands for one.
 */
export function parseBlock(text: string): string[][] {
  const rows: string[][] = [['']]
  const source = text.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '')
  const pattern = /"((?:[^"]|"")*)"(?=[\t\n]|$)|[^\t\n]+|[\t\n]/gy
  for (const [token, quoted] of source.matchAll(pattern)) {
    const row = rows.at(-1) as string[]
    if (token === '\n') rows.push([''])
    else if (token === '\t') row.push('')
    else row[row.length - 1] = quoted === undefined ? token : quoted.replaceAll('""', '"')
  }
  return rows
}

/** The text spreadsheets take for a block of cells. */
export function formatBlock(rows: string[][]): string {
  const quote = (text: string) => (/["\t\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return rows.map((row) => row.map(quote).join('\t')).join('\n')
}

/** A cell of a block; nothing where the block says nothing of it. */
export type BlockText = string | undefined

/** A column as heads of copied tables call it. */
interface Titled {
  title: string
  also?: readonly string[]
}

/**
 * A block that was copied with its head, laid out in the order of `columns`; nothing where its first row is no head.
 * A head is a row that names at least two columns, each once, and says nothing else.
 */
export function layByTitles(block: string[][], columns: readonly Titled[]): BlockText[][] | undefined {
  const [head = [], ...body] = block
  const places = head.flatMap((text, from) => {
    const title = text.trim()
    return title === ''
      ? []
      : [{ from, to: columns.findIndex((one) => one.title === title || one.also?.includes(title)) }]
  })
  const isHead = places.length > 1 && body.length > 0 && places.every(({ to }) => to >= 0)
  if (!isHead || new Set(places.map(({ to }) => to)).size < places.length) return undefined
  const width = Math.max(...places.map(({ to }) => to)) + 1
  return body.map((row) =>
    Array.from({ length: width }, (_none, at) => {
      const place = places.find(({ to }) => to === at)
      return place && (row[place.from] ?? '')
    }),
  )
}

/** What a block becomes in a grid: its cells by row, and what did not fit. */
export interface LaidBlock {
  /** Texts from `at` on, cut to the grid. */
  rows: BlockText[][]
  /** Rows and columns beyond the last. */
  lostRows: number
  lostColumns: number
}

/** Lays a block into a grid of `size` with its first cell at `at`. */
export function layBlock(
  block: BlockText[][],
  at: GridCell,
  size: { rowCount: number; columnCount: number },
): LaidBlock {
  const width = Math.max(0, ...block.map((row) => row.length))
  const [rowRoom, columnRoom] = [size.rowCount - at.row, size.columnCount - at.column]
  return {
    rows: block.slice(0, rowRoom).map((row) => row.slice(0, columnRoom)),
    lostRows: Math.max(0, block.length - rowRoom),
    lostColumns: Math.max(0, width - columnRoom),
  }
}

/** Rows and columns between two corners, the smaller first. */
export function rangeOf(one: GridCell, other: GridCell) {
  return {
    top: Math.min(one.row, other.row),
    bottom: Math.max(one.row, other.row),
    left: Math.min(one.column, other.column),
    right: Math.max(one.column, other.column),
  }
}

export type GridRange = ReturnType<typeof rangeOf>
