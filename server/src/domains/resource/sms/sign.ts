import { createHash, createHmac } from 'node:crypto'

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

export function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** RFC 3986: everything but letters, digits and `-_.~`. */
export function percentEncode(text: string): string {
  return encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}

interface Acs3 {
  accessKey: string
  secretKey: string
  host: string
  action: string
  version: string
  query: Record<string, string>
  now: Date
  nonce: string
}

/** Alibaba Cloud, signature method V3 (ACS3-HMAC-SHA256), for a POST with its parameters in the query. */
export function signAcs3(input: Acs3): { query: string; headers: Record<string, string> } {
  const query = Object.entries(input.query)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, value]) => `${percentEncode(name)}=${percentEncode(value)}`)
    .join('&')
  const headers: Record<string, string> = {
    host: input.host,
    'x-acs-action': input.action,
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': input.now.toISOString().replace(/\.\d+Z$/, 'Z'),
    'x-acs-signature-nonce': input.nonce,
    'x-acs-version': input.version,
  }
  const names = Object.keys(headers)
  const lines = names.map((name) => `${name}:${headers[name]}\n`).join('')
  const canonical = ['POST', '/', query, lines, names.join(';'), sha256('')].join('\n')
  const signature = hmac(input.secretKey, `ACS3-HMAC-SHA256\n${sha256(canonical)}`).toString('hex')
  const authorization = `ACS3-HMAC-SHA256 Credential=${input.accessKey},SignedHeaders=${names.join(';')},Signature=${signature}`
  return { query, headers: { ...headers, authorization } }
}

interface Tc3 {
  accessKey: string
  secretKey: string
  host: string
  service: string
  action: string
  body: string
  now: Date
}

/** Tencent Cloud, TC3-HMAC-SHA256, for a POST with a JSON body; content type, host and action are signed. */
export function signTc3(input: Tc3): Record<string, string> {
  const seconds = Math.floor(input.now.getTime() / 1000)
  const day = input.now.toISOString().slice(0, 10)
  const type = 'application/json; charset=utf-8'
  const names = 'content-type;host;x-tc-action'
  const lines = `content-type:${type}\nhost:${input.host}\nx-tc-action:${input.action.toLowerCase()}\n`
  const canonical = ['POST', '/', '', lines, names, sha256(input.body)].join('\n')
  const scope = `${day}/${input.service}/tc3_request`
  const key = scope.split('/').reduce<string | Buffer>((secret, part) => hmac(secret, part), `TC3${input.secretKey}`)
  const signature = hmac(key, `TC3-HMAC-SHA256\n${seconds}\n${scope}\n${sha256(canonical)}`).toString('hex')
  return {
    'content-type': type,
    host: input.host,
    'x-tc-action': input.action,
    'x-tc-timestamp': String(seconds),
    authorization: `TC3-HMAC-SHA256 Credential=${input.accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`,
  }
}
