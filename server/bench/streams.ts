import { Agent, type ClientRequest, request } from 'node:http'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../src/demo/accounts.ts'
import { md5 } from '../src/domains/credentials/password.ts'
import { LIST } from './list.ts'
import { CONCURRENT, onStudents } from './list-load.ts'
import { percentilesOf } from './times.ts'

export interface StreamFigures {
  streams: number
  people: number
  /** Until all are open, in ms. */
  openMs: number
  /** From a change to the moment the middle, and the last, has heard of it, in ms; the highest of ten changes. */
  heardMs: { p50: number; last: number }
  /** Resident memory of the program for each stream, in kB. */
  kbEach: number
  /** A list call of another user without streams, and beside them, in ms. */
  listMs: Record<'alone' | 'beside', { p50: number; p95: number }>
}

const STREAMS = 500
const CHANGES = 10

/** How one program holds 500 open event streams of fifteen people: memory, how fast a change reaches all, and a list beside them. */
export function benchStreams(): Promise<StreamFigures> {
  return onStudents(async (start) => {
    const [port = '', token = '', , client = ''] = await start('product')
    const program = new Program(Number(port), client)
    const known = DEMO_ACCOUNTS.map(({ account }) => [account, DEMO_PASSWORD] as const)
    const benched = Array.from({ length: CONCURRENT }, (_none, i) => [`person${i}`, 'bench'] as const)
    const others = [['bench', 'bench'] as const, ['narrow', 'bench'] as const, ['pupils', 'bench'] as const]
    const people = await Promise.all(
      [...known, ...benched, ...others].map(([name, word]) => program.signIn(name, word)),
    )
    const alone = await program.listTimes(token)
    const before = await program.memory()
    const startedAt = performance.now()
    const streams = await Promise.all(
      Array.from({ length: STREAMS }, (_none, i) => program.listen(people[i % people.length] ?? '')),
    )
    const openMs = performance.now() - startedAt
    const heard: number[][] = []
    for (let i = 0; i < CHANGES; i += 1) heard.push(await program.change(people[0] ?? '', streams))
    const beside = await program.listTimes(token)
    const kbEach = ((await program.memory()) - before) / 1024 / STREAMS
    for (const { sent } of streams) sent.destroy()
    return {
      streams: STREAMS,
      people: people.length,
      openMs: Math.round(openMs),
      heardMs: {
        p50: Math.round(Math.max(...heard.map((times) => percentilesOf(times).p50))),
        last: Math.round(Math.max(...heard.flat())),
      },
      kbEach: Math.round(kbEach),
      listMs: { alone, beside },
    }
  })
}

interface Stream {
  sent: ClientRequest
  /** Ends with the time of the next change of menus it hears of. */
  next(): Promise<number>
}

class Program {
  private readonly agent = new Agent({ keepAlive: true })

  constructor(
    private readonly port: number,
    private readonly client: string,
  ) {}

  async signIn(username: string, word: string): Promise<string> {
    const asked = { tenantId: '097108', username, password: md5(word), grant_type: 'password' }
    const path = `/api/blade-auth/oauth/token?${new URLSearchParams(asked).toString()}`
    const { access_token: token } = JSON.parse(await this.send('POST', path, { authorization: this.client })) as {
      access_token?: string
    }
    if (!token) throw new Error(`${username} cannot sign in`)
    return token
  }

  /** Ends when the program has answered that the stream is open. */
  listen(token: string): Promise<Stream> {
    return new Promise((done, fail) => {
      let tell: ((at: number) => void) | undefined
      const path = `/api/blade-desk/job/stream?Blade-Auth=${token}`
      const sent = request({ port: this.port, path }, (response) => {
        if (response.statusCode !== 200) return fail(new Error(`the stream answers ${response.statusCode}`))
        response.on('data', (chunk: Buffer) => chunk.includes('"entity":"menu"') && tell?.(performance.now()))
        response.on('error', () => undefined)
        done({ sent, next: () => new Promise((hear) => (tell = hear)) })
      })
      sent.on('error', fail).end()
    })
  }

  /** Changes a menu; answers how long each stream took to hear of it, in ms. */
  async change(token: string, streams: Stream[]): Promise<number[]> {
    const heard = Promise.all(streams.map((stream) => stream.next()))
    const name = `m${Math.random().toString(36).slice(2)}`
    const startedAt = performance.now()
    const body = JSON.stringify({ name, code: name, path: '', category: 1, sort: 1 })
    const headers = { 'blade-auth': `bearer ${token}`, 'content-type': 'application/json' }
    await this.send('POST', '/api/blade-system/menu/submit', headers, body)
    return (await heard).map((at) => at - startedAt)
  }

  /** A list call after the other, 200 of them. */
  async listTimes(token: string): Promise<{ p50: number; p95: number }> {
    const times: number[] = []
    for (let page = 1; page <= 220; page += 1) {
      const startedAt = performance.now()
      await this.send('GET', `${LIST}${page}`, { 'blade-auth': `bearer ${token}` })
      if (page > 20) times.push(performance.now() - startedAt)
    }
    return percentilesOf(times)
  }

  /** Resident memory of the program, in bytes. */
  async memory(): Promise<number> {
    const lines = (await this.send('GET', '/metrics')).split('\n')
    return Number(lines.find((line) => line.startsWith('process_resident_memory_bytes '))?.split(' ')[1])
  }

  private send(method: string, path: string, headers: Record<string, string> = {}, body?: string): Promise<string> {
    return new Promise((done, fail) => {
      const sent = request({ port: this.port, path, method, headers, agent: this.agent }, (response) => {
        let text = ''
        response.setEncoding('utf8')
        response.on('data', (chunk: string) => (text += chunk))
        response.on('end', () =>
          response.statusCode === 200 ? done(text) : fail(new Error(`${path} answers ${response.statusCode} ${text}`)),
        )
      })
      sent.on('error', fail).end(body)
    })
  }
}
