import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SmsGate {
  address: string
  /** The parameters of the messages taken so far, oldest first. */
  sent: { phones: string; params: Record<string, string> }[]
  close(): void
}

/** A sender of text messages on this machine. */
export async function startSmsGate(): Promise<SmsGate> {
  const sent: SmsGate['sent'] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => (body += chunk.toString()))
    request.on('end', () => {
      sent.push(JSON.parse(body) as SmsGate['sent'][number])
      response.end('{}')
    })
  }).listen(0, '127.0.0.1')
  await new Promise((done) => server.once('listening', done))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`,
    sent,
    close: () => void server.close(),
  }
}
