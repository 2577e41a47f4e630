import { DerError } from './der.ts'

/** The bytes of the one block of that label in a PEM text. Throws `DerError` when there is none, another one, or several. */
export function fromPem(text: string, label: string): Buffer {
  const blocks = [...text.matchAll(/-----BEGIN ([A-Z0-9 ]+)-----([A-Za-z0-9+/=\s]+)-----END \1-----/g)]
  const [block] = blocks
  if (blocks.length !== 1 || block?.[1] !== label) throw new DerError(`not one ${label}`)
  return Buffer.from(block[2] ?? '', 'base64')
}

export function toPem(bytes: Buffer, label: string): string {
  const lines = bytes.toString('base64').match(/.{1,64}/g) ?? []
  return [`-----BEGIN ${label}-----`, ...lines, `-----END ${label}-----`, ''].join('\n')
}
