/** The text of an answer of at most so many bytes. Throws beyond. */
export async function readLimited(response: Response, most: number): Promise<string> {
  return (await readBytes(response, most)).toString('utf8')
}

/** The bytes of an answer, at most so many. Throws beyond. */
export async function readBytes(response: Response, most: number): Promise<Buffer> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of response.body ?? []) {
    size += part.length
    if (size > most) throw new Error('the answer is too long')
    parts.push(part)
  }
  return Buffer.concat(parts)
}
