import type { Ctx } from './ctx.ts'

/**
 * A function that asks `find` for each key once in a request or step of a job: rows that come in by the thousand refer
 * to the same few. What is not there is asked for again.
 */
export function findOnce<T>(
  find: (ctx: Ctx, key: string) => Promise<T | undefined>,
): (ctx: Ctx, key: string) => Promise<T | undefined> {
  const found = new WeakMap<Ctx, Map<string, T>>()
  return async (ctx, key) => {
    const known = found.get(ctx) ?? new Map<string, T>()
    const value = known.get(key) ?? (await find(ctx, key))
    if (value !== undefined) found.set(ctx, known.set(key, value))
    return value
  }
}
