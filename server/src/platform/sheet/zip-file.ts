import { open } from 'node:fs/promises'
import { createZip } from './zip-writer.ts'

/** Writes an archive to `path`, one member after the other. */
export async function zipInto(
  path: string,
  fill: (add: (name: string, body: Buffer) => Promise<void>) => Promise<void>,
): Promise<void> {
  const handle = await open(path, 'w')
  try {
    const zip = createZip(async (chunk) => {
      await handle.write(chunk)
    })
    await fill((name, body) => zip.add(name, body))
    await zip.end()
  } finally {
    await handle.close()
  }
}
