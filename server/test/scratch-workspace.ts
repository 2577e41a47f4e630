import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const SOURCES = [
  'tsconfig.base.json',
  'contract/package.json',
  'contract/src',
  'contract/test',
  'server/package.json',
  'server/tsconfig.json',
  'server/src',
  'server/test',
  'server/migrations',
  'server/seeds',
  // By which a test holds that every word of the server has its English.
  'web/src/platform/i18n/english.ts',
]

export interface Workspace {
  folder: string
  write(path: string, content: string): void
  /** Runs a program of the installed packages; answers its exit code and everything it printed. */
  run(program: string, args: string[]): Promise<{ code: number; text: string }>
  remove(): void
}

/** The repository's contract and server once more, in a folder of their own, with the same installed packages. */
export function scratchWorkspace(): Workspace {
  const folder = mkdtempSync(join(tmpdir(), 'xueheng-code-'))
  for (const path of SOURCES) cpSync(join(ROOT, path), join(folder, path), { recursive: true })
  linkPackages(folder)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "private": true }')
  writeFileSync(join(folder, 'vitest.config.mjs'), CONFIG)
  return {
    folder,
    write(path, content) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    },
    run: (program, args) =>
      new Promise((resolve) => {
        const file = join(ROOT, 'node_modules', program)
        execFile(
          process.execPath,
          [file, ...args],
          { cwd: folder, maxBuffer: 1e8, env: { ...process.env, NO_COLOR: '1', FORCE_COLOR: '0' } },
          (error, out, err) => resolve({ code: error ? 1 : 0, text: out + err }),
        )
      }),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

const CONFIG = `export default { test: { globalSetup: ['server/test/global-setup.ts'], pool: 'forks', maxWorkers: 1, isolate: false, execArgv: ['--single-threaded-gc'], testTimeout: 60000, hookTimeout: 120000 } }`

/** Every installed package by link; the contract is the copy. */
function linkPackages(folder: string): void {
  mkdirSync(join(folder, 'node_modules/@xueheng'), { recursive: true })
  for (const name of readdirSync(join(ROOT, 'node_modules'))) {
    if (name !== '@xueheng' && !name.startsWith('.')) {
      symlinkSync(join(ROOT, 'node_modules', name), join(folder, 'node_modules', name))
    }
  }
  symlinkSync(join(folder, 'contract'), join(folder, 'node_modules/@xueheng/contract'))
  const types = join(ROOT, 'server/node_modules')
  cpSync(types, join(folder, 'server/node_modules'), { recursive: true, dereference: true })
}
