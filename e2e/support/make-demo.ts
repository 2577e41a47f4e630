import { writeFileSync } from 'node:fs'
import { makeDemo } from './demo.ts'

// `node --import tsx e2e/support/make-demo.ts <file>` writes down where the demo is, for `E2E_DEMO`.
const [, , note = ''] = process.argv
writeFileSync(note, await makeDemo())
