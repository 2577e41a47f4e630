import { LIST } from './list.ts'
import { ROWS, bestOf, load, onStudents } from './list-load.ts'

export interface ScopeFigures {
  rows: number
  /** Rows the scope lets through. */
  seen: number
  /** Requests per second with eight at a time. */
  scoped: number
  unscoped: number
  ratio: number
}

/** The list call of a 10,000-row entity under a custom data scope (eight of nine areas) against the same list without. */
export function benchScope(): Promise<ScopeFigures> {
  return onStudents(async (start) => {
    const [port = '', wide = '', narrow = ''] = await start('product')
    const url = `http://127.0.0.1:${port}${LIST}`
    const as = (token: string) => ({ 'blade-auth': `bearer ${token}`, 'x-nulls': 'keep' })
    const page = (await (await fetch(`${url}1`, { headers: as(narrow) })).json()) as { data: { total: number } }
    const seen = page.data.total
    if (seen === 0 || seen >= ROWS) throw new Error(`the scope shows ${seen} rows`)
    const { scoped, unscoped } = await bestOf({
      scoped: (seconds) => load(url, as(narrow), seconds),
      unscoped: (seconds) => load(url, as(wide), seconds),
    })
    return { rows: ROWS, seen, scoped: Math.round(scoped), unscoped: Math.round(unscoped), ratio: scoped / unscoped }
  })
}
