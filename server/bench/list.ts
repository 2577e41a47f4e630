import { ROWS, bestOf, load, onStudents } from './list-load.ts'

export interface ListFigures {
  rows: number
  /** Requests per second with eight at a time. */
  ours: number
  bare: number
  ratio: number
}

export const LIST = '/api/bigdata-service/basicstudent/list?size=10&current='

/** The list call of a 10,000-row entity (session, right, tenant, data scope, count, page of 10) against `node:http` with `pg`. */
export function benchList(): Promise<ListFigures> {
  return onStudents(async (start) => {
    const [ourPort = '', token = ''] = await start('product')
    const [barePort = ''] = await start('bare')
    // As the product's own pages ask: without the words that others get beside keys.
    const headers = { 'blade-auth': `bearer ${token}`, 'x-nulls': 'keep' }
    const { ours, bare } = await bestOf({
      ours: (seconds) => load(`http://127.0.0.1:${ourPort}${LIST}`, headers, seconds),
      bare: (seconds) => load(`http://127.0.0.1:${barePort}/?size=10&current=`, {}, seconds),
    })
    return { rows: ROWS, ours: Math.round(ours), bare: Math.round(bare), ratio: ours / bare }
  })
}
