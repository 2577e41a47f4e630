import { readFile, writeFile } from 'node:fs/promises'
import type { Step } from './steps.ts'

/** The files of steps without rows, by the statements that make them. */
const kept = new Map<string, Map<string, Buffer>>()
const MOST = 64

/**
 * The files of a step that has no rows are the same for every exam its statements are the same for: `make` runs once, and what it has
 * written to the paths of its tables is written again the next time.
 */
export async function writeEmpty(
  { tables }: Step,
  pathOf: (table: string) => string,
  make: () => Promise<void>,
): Promise<void> {
  const statements = JSON.stringify(tables)
  const known = kept.get(statements)
  if (known) {
    for (const [table, bytes] of known) await writeFile(pathOf(table), bytes)
    return
  }
  await make()
  const files = new Map<string, Buffer>()
  for (const { table, use } of tables) if (use !== 'scratch') files.set(table, await readFile(pathOf(table)))
  kept.set(statements, files)
  const [oldest] = kept.size > MOST ? kept.keys() : []
  if (oldest !== undefined) kept.delete(oldest)
}
