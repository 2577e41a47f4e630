import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const brotli = promisify(brotliCompress)
const gzipped = promisify(gzip)
const TEXT = /\.(js|css|svg|html)$/
const LEAST_BYTES = 1024

/**
 * Writes `.br` and `.gz` beside what is built, so that the server sends files as they lie and compresses nothing
 * twice. Brotli is a sixth smaller; browsers take it over https and from this machine.
 */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir }, bundle) {
      if (!dir) return
      const names = Object.keys(bundle).filter((name) => TEXT.test(name))
      await Promise.all(names.map((name) => compress(join(dir, name))))
    },
  }
}

async function compress(path: string): Promise<void> {
  const bytes = await readFile(path)
  if (bytes.length < LEAST_BYTES) return
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10 }
  await Promise.all([
    brotli(bytes, { params }).then((packed) => writeFile(`${path}.br`, packed)),
    gzipped(bytes, { level: 9 }).then((packed) => writeFile(`${path}.gz`, packed)),
  ])
}
