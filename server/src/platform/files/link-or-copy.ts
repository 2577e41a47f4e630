import { copyFile, link } from 'node:fs/promises'

/** A second name for contents that never change is as good as a copy and costs nothing. */
export async function linkOrCopy(from: string, to: string): Promise<void> {
  await link(from, to).catch(() => copyFile(from, to))
}
