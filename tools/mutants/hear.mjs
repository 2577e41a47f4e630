import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect } from 'vitest'

// Before each file of tests, in a copy whose sources say which of their parts run.
const reached = new Set()
globalThis.reached = (part) => void reached.add(part)

afterAll(() => {
  const heard = { test: expect.getState().testPath, parts: [...reached] }
  writeFileSync(join(process.env['REACHED_FOLDER'], `${randomUUID()}.json`), JSON.stringify(heard))
})
