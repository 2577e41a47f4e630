import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

type Answer = Record<string, unknown>
type Reply = Answer | ((query: URLSearchParams) => Answer)

export interface TencentProvider {
  base: string
  /** What a path answers from now on. */
  answer(path: string, reply: Reply): void
  /** What was asked for since the last look, oldest first. */
  asked(): { method: string; path: string; query: Record<string, string> }[]
  close(): Promise<void>
}

/** WeCom's or WeChat's interfaces on this machine: remembers every request and answers what the test says. */
export async function startTencentProvider(): Promise<TencentProvider> {
  const replies = new Map<string, Reply>()
  let asked: ReturnType<TencentProvider['asked']> = []

  function replyTo(request: IncomingMessage): Answer {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    asked.push({ method: request.method ?? '', path: pathname, query: Object.fromEntries(searchParams) })
    const reply = replies.get(pathname) ?? { errcode: 404, errmsg: 'unknown' }
    return typeof reply === 'function' ? reply(searchParams) : reply
  }

  const server = createServer((request, response) => {
    // WeChat says text/plain of its JSON.
    response.writeHead(200, { 'content-type': 'text/plain' }).end(JSON.stringify(replyTo(request)))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: (path, reply) => void replies.set(path, reply),
    asked() {
      const seen = asked
      asked = []
      return seen
    },
    close: () => new Promise((done) => server.close(() => done())),
  }
}
