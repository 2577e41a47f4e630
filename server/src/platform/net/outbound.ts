import { type IncomingMessage, request as plain } from 'node:http'
import { request as encrypted } from 'node:https'
import { isIP } from 'node:net'
import { Readable } from 'node:stream'
import { refuse } from '../error.ts'
import { type Reach, isPrivate, resolveHost } from './address.ts'

export interface OutboundOptions {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** For the whole exchange, the body of the answer included. */
  timeoutMs: number
}

const NO_BODY = new Set([204, 205, 304])

/**
 * The one way the program calls an address somebody typed in: the name is resolved first, the connection goes to the
 * number that was checked, plain http stays within the house, a redirect is an error, and the call ends in time. Throws
 * an `AppError` when the address is not allowed, an error named `TimeoutError` when time is up, and what the network says otherwise.
 */
export async function callOut(address: string, reach: Reach, options: OutboundOptions): Promise<Response> {
  const url = new URL(address)
  const signal = AbortSignal.timeout(options.timeoutMs)
  const number = await resolveHost(url.hostname, reach)
  if (url.protocol !== 'https:' && !isPrivate(number)) throw refuse('外网地址须使用 https')
  const answer = await send(url, number, options, signal).catch((error: unknown) => {
    throw signal.aborted ? signal.reason : error
  })
  const status = answer.statusCode ?? 0
  if (status >= 300 && status < 400) {
    answer.destroy()
    throw new Error(`${url.host} redirects elsewhere`)
  }
  const body = NO_BODY.has(status) || options.method === 'HEAD' ? null : Readable.toWeb(answer)
  if (!body) answer.resume()
  return new Response(body, { status, headers: headersOf(answer) })
}

function send(url: URL, number: string, options: OutboundOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const { method = 'GET', headers, body } = options
  const open = url.protocol === 'https:' ? encrypted : plain
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }
    const request = open(
      {
        host: number,
        family: isIP(number),
        port: url.port || undefined,
        path: `${url.pathname}${url.search}`,
        method,
        // Certificate and service go by the name, the connection by the number.
        servername: isIP(url.hostname.replaceAll(/[[\]]/g, '')) ? '' : url.hostname,
        headers: { ...headers, ...length, host: url.host },
        agent: false,
        signal,
      },
      resolve,
    )
    request.on('error', reject)
    request.end(body)
  })
}

function headersOf(answer: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, value] of Object.entries(answer.headersDistinct)) {
    for (const one of value ?? []) headers.append(name, one)
  }
  return headers
}
