import { createHash } from 'node:crypto'

/** Sixty-four letters that stand for a longer text: the same for the same. */
export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
