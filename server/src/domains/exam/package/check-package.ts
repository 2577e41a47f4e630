import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../../platform/error.ts'
import { hashFile } from '../../../platform/files/hash-file.ts'
import { MANIFEST } from './build-package.ts'
import type { Manifest } from './manifest.ts'

/** Folders whose files were those of their manifest, with what the system said of them then. */
const checked = new Map<string, string>()
const MOST_CHECKED = 1000

/**
 * The manifest of a package whose files are those it names. Every file is read once per process and again when its size or time
 * has changed. Throws a refusal that names the first file that is missing or another one.
 */
export async function openManifest(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  const names = manifest.files.map(({ name }) => name)
  const found = await Promise.all(names.map((name) => signOf(join(folder, name))))
  const signs = [...found, await signOf(join(folder, MANIFEST))].join()
  if (checked.get(folder) === signs) return manifest
  for (const { name, sha256 } of manifest.files)
    if ((await hashFile(join(folder, name)).catch(() => '')) !== sha256) throw damaged(name)
  if (checked.size >= MOST_CHECKED) checked.clear()
  checked.set(folder, signs)
  return manifest
}

async function readManifest(folder: string): Promise<Manifest> {
  try {
    return JSON.parse(await readFile(join(folder, MANIFEST), 'utf8')) as Manifest
  } catch (cause) {
    throw Object.assign(damaged(MANIFEST), { cause })
  }
}

async function signOf(path: string): Promise<string> {
  return stat(path).then(
    ({ size, mtimeMs, ino }) => `${size}/${mtimeMs}/${ino}`,
    () => 'missing',
  )
}

function damaged(file: string): AppError {
  return new AppError('package.damaged', { file })
}
