import { Agent } from 'node:http'
import { LIST } from './list.ts'
import { CONCURRENT, bestOf, fetchPage, onStudents, rateOf } from './list-load.ts'

export interface MachineFigures {
  /** List calls per second, eight at a time, of one web and one worker process, and of two of each on the same cores. */
  one: number
  two: number
  ratio: number
}

/** What a second web and a second worker process cost where there are no more cores for them; the workers wait for jobs. */
export function benchMachines(): Promise<MachineFigures> {
  return onStudents(async (start) => {
    const [first = '', token = ''] = await start('product')
    await start('worker')
    const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENT })
    const headers = { 'blade-auth': `bearer ${token}`, 'x-nulls': 'keep' }
    const rate = async (ports: string[]): Promise<number> => {
      const url = (turn: number) => `http://127.0.0.1:${ports[turn % ports.length]}${LIST}${(turn % 800) + 1}`
      const best = await bestOf({ ours: (seconds) => rateOf((turn) => fetchPage(url(turn), headers, agent), seconds) })
      return best.ours
    }
    const one = await rate([first])
    const [second = ''] = await start('web')
    await start('worker')
    // Eight callers in turn: half of them ask each machine.
    const two = await rate([first, second, second, first])
    agent.destroy()
    return { one: Math.round(one), two: Math.round(two), ratio: two / one }
  })
}
