import { randomUUID } from 'node:crypto'
import type { UploadPart } from './provider.ts'

/** A multipart body of files and plain fields. */
export function multipartOf(
  files: readonly UploadPart[],
  texts: Readonly<Record<string, string>>,
): { headers: Record<string, string>; body: Buffer } {
  const boundary = `form-${randomUUID()}`
  const parts: Buffer[] = []
  const add = (head: string, bytes: Buffer): void => {
    parts.push(
      Buffer.from(`--${boundary}\r\ncontent-disposition: form-data; ${head}\r\n\r\n`),
      bytes,
      Buffer.from('\r\n'),
    )
  }
  for (const [name, value] of Object.entries(texts)) add(`name="${name}"`, Buffer.from(value))
  for (const { name, fileName, contentType, bytes } of files) {
    add(
      `name="${name}"; filename="${quoted(fileName)}"; filelength=${bytes.length}\r\ncontent-type: ${contentType}`,
      bytes,
    )
  }
  const body = Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)])
  return { headers: { 'content-type': `multipart/form-data; boundary=${boundary}` }, body }
}

/** As browsers write names of files, so that none ends its header. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll(/[\r\n]/g, ' ')
}
