import { createHash, createHmac } from 'node:crypto'
import { type IncomingMessage, type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request as a service received it. */
export interface Received {
  method: string
  /** Path and query as they stood in the request line. */
  url: string
  headers: Record<string, string | undefined>
  body: Buffer
}

/**
 * What vendors do with a request: work its signature out anew from what arrived, by their published rules. Nothing
 * here is shared with the program; the published examples prove it.
 */
export function acs3Signature(request: Received, secret: string): string {
  const signed = listOf(request, /SignedHeaders=([^,]+)/)
  const url = new URL(request.url, 'http://any')
  const query = [...url.searchParams]
    .map(([name, value]) => [rfc3986(name), rfc3986(value)] as const)
    .sort((a, b) => (a[0] < b[0] ? -1 : a[0] > b[0] ? 1 : 0))
    .map((pair) => pair.join('='))
    .join('&')
  const headers = signed.map((name) => `${name}:${request.headers[name]?.trim()}\n`).join('')
  const canonical = `${request.method}\n${url.pathname}\n${query}\n${headers}\n${signed.join(';')}\n${sha(request.body)}`
  return createHmac('sha256', secret)
    .update(`ACS3-HMAC-SHA256\n${sha(canonical)}`)
    .digest('hex')
}

export function tc3Signature(request: Received, secret: string): string {
  const signed = listOf(request, /SignedHeaders=([^,]+)/)
  const scope = /Credential=[^/]+\/([^,]+)/.exec(request.headers['authorization'] ?? '')?.[1] ?? ''
  const [date = '', service = ''] = scope.split('/')
  const url = new URL(request.url, 'http://any')
  const headers = signed.map((name) => `${name}:${request.headers[name]?.toLowerCase().trim()}\n`).join('')
  const canonical = `${request.method}\n${url.pathname}\n${url.search.slice(1)}\n${headers}\n${signed.join(';')}\n${sha(request.body)}`
  const text = `TC3-HMAC-SHA256\n${request.headers['x-tc-timestamp']}\n${scope}\n${sha(canonical)}`
  const key = mac(mac(mac(`TC3${secret}`, date), service), 'tc3_request')
  return mac(key, text).toString('hex')
}

/** AWS Signature Version 4 in the Authorization header. */
export function sigV4Signature(request: Received, secret: string): string {
  const signed = listOf(request, /SignedHeaders=([^,]+)/)
  const scope = /Credential=[^/]+\/([^,]+)/.exec(request.headers['authorization'] ?? '')?.[1] ?? ''
  const [date = '', region = '', service = ''] = scope.split('/')
  const url = new URL(request.url, 'http://any')
  const query = [...url.searchParams]
    .map((pair) => pair.map(rfc3986).join('='))
    .sort((a, b) => (a < b ? -1 : 1))
    .join('&')
  const headers = signed.map((name) => `${name}:${request.headers[name]?.trim()}\n`).join('')
  const hash = request.headers['x-amz-content-sha256']
  const canonical = `${request.method}\n${url.pathname}\n${query}\n${headers}\n${signed.join(';')}\n${hash}`
  const text = `AWS4-HMAC-SHA256\n${request.headers['x-amz-date']}\n${scope}\n${sha(canonical)}`
  return mac(mac(mac(mac(mac(`AWS4${secret}`, date), region), service), 'aws4_request'), text).toString('hex')
}

export function signatureIn(request: Received): string {
  return /Signature=(\w+)/.exec(request.headers['authorization'] ?? '')?.[1] ?? ''
}

export function sha(data: string | Buffer): string {
  return createHash('sha256').update(data).digest('hex')
}

function mac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

function rfc3986(text: string): string {
  return [...Buffer.from(text)]
    .map((byte) =>
      /[\w.~-]/.test(String.fromCharCode(byte))
        ? String.fromCharCode(byte)
        : `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
    )
    .join('')
}

function listOf(request: Received, pattern: RegExp): string[] {
  return (pattern.exec(request.headers['authorization'] ?? '')?.[1] ?? '').split(';')
}

export interface Service {
  address: string
  requests: Received[]
  close(): Promise<unknown>
}

/** A service on this machine that keeps what it got and answers as told. */
export async function startService(
  answer: (request: Received) => { status: number; body: string | Buffer },
): Promise<Service> {
  const requests: Received[] = []
  const server: Server = createServer((incoming, response) => {
    void receive(incoming).then((request) => {
      requests.push(request)
      const { status, body } = answer(request)
      response.writeHead(status).end(body)
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${port}`, requests, close: () => new Promise((closed) => server.close(closed)) }
}

async function receive(incoming: IncomingMessage): Promise<Received> {
  const chunks: Buffer[] = []
  for await (const chunk of incoming) chunks.push(chunk as Buffer)
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
  return { method: incoming.method ?? '', url: incoming.url ?? '', headers, body: Buffer.concat(chunks) }
}
