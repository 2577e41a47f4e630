import { Agent } from 'node:http'
import { CONCURRENT, ROWS, bestOf, fetchPage, load, onStudents, rateOf } from './list-load.ts'
import { percentileOf } from './times.ts'

export interface ListFigures {
  rows: number
  /** Requests per second with eight at a time. */
  ours: number
  bare: number
  ratio: number
  /** Of ours, in ms. */
  p99: number
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
    const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENT })
    const times: number[] = []
    await rateOf(async (turn) => {
      const startedAt = performance.now()
      await fetchPage(`http://127.0.0.1:${ourPort}${LIST}${(turn % 800) + 1}`, headers, agent)
      times.push(performance.now() - startedAt)
    }, 3)
    agent.destroy()
    const p99 = percentileOf(times, 0.99)
    return { rows: ROWS, ours: Math.round(ours), bare: Math.round(bare), ratio: ours / bare, p99 }
  })
}
