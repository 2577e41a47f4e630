import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DuckDBConnection } from '@duckdb/node-api'
import { afterAll, expect } from 'vitest'
import { partsIn } from './marks.mjs'

// Before each file of tests, in a copy whose sources say which of their parts run.
const reached = new Set()
globalThis.reached = (part) => void reached.add(part)

// Files of tests share a process: each wraps the methods as they were at first, not what the file before has put there.
globalThis.plain ??= { run: DuckDBConnection.prototype.run, prepare: DuckDBConnection.prototype.prepare }
for (const [name, plain] of Object.entries(globalThis.plain)) {
  DuckDBConnection.prototype[name] = function heard(statement, ...rest) {
    for (const part of partsIn(statement)) reached.add(part)
    return plain.call(this, statement, ...rest)
  }
}

afterAll(() => {
  const heard = { test: expect.getState().testPath, parts: [...reached] }
  writeFileSync(join(process.env['REACHED_FOLDER'], `${randomUUID()}.json`), JSON.stringify(heard))
})
