import { createHash, createHmac } from 'node:crypto'
import { type IncomingMessage, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An S3-compatible service on loopback that keeps what it is given in memory and checks every signature. */
export interface ObjectStore {
  objects: Map<string, Buffer>
  /** `PUT /bucket/key`, in order. */
  requests: string[]
  /** What the program is started with to use it, with another secret key where one is given. */
  settings(secretKey?: string): Record<string, string>
  close(): Promise<void>
}

const SECRET = { region: 'cn-west', accessKey: 'AK', secretKey: 'SK-very-secret' }

export async function openObjectStore(): Promise<ObjectStore> {
  const objects = new Map<string, Buffer>()
  const requests: string[] = []
  const server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      requests.push(`${request.method} ${request.url}`)
      const isSigned = signatureOf(request) === /Signature=(\w+)/.exec(request.headers.authorization ?? '')?.[1]
      const hash = createHash('sha256').update(body).digest('hex')
      const isIntact = request.method !== 'PUT' || request.headers['x-amz-content-sha256'] === hash
      if (!isSigned || !isIntact) return response.writeHead(403).end()
      const key = request.url ?? ''
      if (request.method === 'PUT') objects.set(key, body)
      const found = objects.get(key)
      if (request.method === 'DELETE') objects.delete(key)
      return found ? response.writeHead(200).end(request.method === 'GET' ? found : '') : response.writeHead(404).end()
    })
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    objects,
    requests,
    settings: (secretKey = SECRET.secretKey) => ({
      STORAGE: 's3',
      S3_ENDPOINT: endpoint,
      S3_BUCKET: 'scores',
      S3_REGION: SECRET.region,
      S3_ACCESS_KEY: SECRET.accessKey,
      S3_SECRET_KEY: secretKey,
    }),
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        server.closeAllConnections()
      }),
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

/** AWS Signature Version 4 as the service works it out from the request it got. */
function signatureOf(request: IncomingMessage): string {
  const { headers } = request
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? '')?.[1] ?? ''
  const canonical = [
    request.method,
    request.url,
    '',
    ...names.split(';').map((name) => `${name}:${String(headers[name])}`),
    '',
    names,
    headers['x-amz-content-sha256'],
  ].join('\n')
  const time = String(headers['x-amz-date'])
  const scope = `${time.slice(0, 8)}/${SECRET.region}/s3/aws4_request`
  const digest = createHash('sha256').update(canonical).digest('hex')
  const signing = scope
    .split('/')
    .reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${SECRET.secretKey}`)
  return hmac(signing, ['AWS4-HMAC-SHA256', time, scope, digest].join('\n')).toString('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
