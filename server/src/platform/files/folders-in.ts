import { readdir } from 'node:fs/promises'

/** Names of the folders inside one; none where it is not there. */
export async function foldersIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder, { withFileTypes: true })).filter((one) => one.isDirectory()).map((one) => one.name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}
