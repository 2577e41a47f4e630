import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** One request as it came. */
export interface Asked {
  method: string
  path: string
  query: Record<string, string>
  /** The JSON of the body; its bytes where it is none. */
  body: Record<string, unknown>
  bytes: Buffer
  headers: IncomingMessage['headers']
}

/** What a path answers: JSON, or bytes with their type. */
export type Route = (asked: Asked) => object | Promise<object>

/** A platform on this machine, with what a test may do to it. */
export interface StandIn {
  base: string
  /** Every request so far, oldest first. */
  asked: Asked[]
  /** Requests of one path. */
  askedOf(path: string): Asked[]
  /** The next requests (of a path, or any) are refused with this code. */
  failNext(errcode: number, options?: { times?: number; path?: string }): void
  /** Every answer (of a path, or any) takes so many ms, or until that has happened. */
  slowDown(wait: number | Promise<void>, path?: string): void
  /** Does what is asked, and hangs up instead of answering: the next so many times. */
  hangUpNext(options?: { times?: number; path?: string }): void
  close(): Promise<void>
}

/** Bytes instead of JSON. */
export class Bytes {
  constructor(
    readonly bytes: Buffer,
    readonly type: string,
    readonly status = 200,
  ) {}
}

/** An answer with a code other than 0. */
export class Refusal extends Error {
  constructor(
    readonly errcode: number,
    message: string,
  ) {
    super(message)
  }
}

interface Trouble {
  left: number
  path: string | undefined
  errcode?: number
}

/** Starts a platform of these routes (`POST /cgi-bin/tags/create`); `before` sees every request first, the token's, say. */
export async function startStandIn(
  routes: Record<string, Route>,
  options: { port?: number; before?: (asked: Asked) => void } = {},
): Promise<StandIn> {
  const asked: Asked[] = []
  const refusals: Trouble[] = []
  const cuts: Trouble[] = []
  const delays = new Map<string, number | Promise<void>>()

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const one = await read(request)
    asked.push(one)
    const wait = delays.get(one.path) ?? delays.get('') ?? 0
    await (typeof wait === 'number' ? wait > 0 && setTimeout(wait) : wait)
    const body = await bodyOf(one)
    if (take(cuts, one.path)) return void request.socket.destroy()
    if (body instanceof Bytes) {
      return void response.writeHead(body.status, { 'content-type': body.type }).end(body.bytes)
    }
    // The platforms say text/plain of their JSON.
    response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(body))
  }

  async function bodyOf(one: Asked): Promise<object> {
    const trouble = take(refusals, one.path)
    if (trouble) return { errcode: trouble.errcode, errmsg: 'told to' }
    const route = routes[`${one.method} ${one.path}`]
    if (!route) return { errcode: 404, errmsg: `no such path: ${one.method} ${one.path}` }
    try {
      options.before?.(one)
      return await route(one)
    } catch (error) {
      if (error instanceof Refusal) return { errcode: error.errcode, errmsg: error.message }
      return { errcode: 99_999, errmsg: String(error) }
    }
  }

  const server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => server.listen(options.port ?? 0, '127.0.0.1', done))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    askedOf: (path) => asked.filter((one) => one.path === path),
    failNext: (errcode, { times = 1, path } = {}) => void refusals.push({ errcode, left: times, path }),
    slowDown: (wait, path = '') => void delays.set(path, wait),
    hangUpNext: ({ times = 1, path } = {}) => void cuts.push({ left: times, path }),
    close: () => closed(server),
  }
}

function take(troubles: Trouble[], path: string): Trouble | undefined {
  const found = troubles.find((one) => one.left > 0 && (one.path === undefined || one.path === path))
  if (found) found.left -= 1
  return found
}

async function read(request: IncomingMessage): Promise<Asked> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  const bytes = Buffer.concat(parts)
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
  const { method = '', headers } = request
  return { method, path: pathname, query: Object.fromEntries(searchParams), body: jsonOf(bytes), bytes, headers }
}

function jsonOf(bytes: Buffer): Record<string, unknown> {
  try {
    return JSON.parse(bytes.toString('utf8')) as Record<string, unknown>
  } catch {
    return {}
  }
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((done) => server.close(() => done()))
}
