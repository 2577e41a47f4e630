import { readFile, writeFile } from 'node:fs/promises'
import type { Step } from './steps.ts'

/** The files of steps without rows, by the code of the step. */
const kept = new Map<string, Map<string, Buffer>>()

/**
 * The files of a step that has no rows are the same for every exam, as no course or rule adds a column to them: `make` runs once, and
 * what it has written to the paths of its tables is written again the next time.
 */
export async function writeEmpty(
  { taskCode, tables }: Step,
  pathOf: (table: string) => string,
  make: () => Promise<void>,
): Promise<void> {
  const known = kept.get(taskCode)
  if (known) {
    for (const [table, bytes] of known) await writeFile(pathOf(table), bytes)
    return
  }
  await make()
  const files = new Map<string, Buffer>()
  for (const { table, use } of tables) if (use !== 'scratch') files.set(table, await readFile(pathOf(table)))
  kept.set(taskCode, files)
}
