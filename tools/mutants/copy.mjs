import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { root } from '../install.mjs'
import { WORKSPACES } from '../stage.mjs'

const LEFT_OUT = new Set(['node_modules', '.git', 'data', 'dist', 'test-results'])
/** What tools keep beside the packages is theirs alone. */
const PACKAGES = /^[^.]|^\.bin$/
const OWN = '@xueheng'

/**
 * A copy of the checkout in which anything may be changed: its packages are those of the checkout, its workspaces its own.
 * From now on this program and those it starts keep their temporary files in it, so that a database server whose test was
 * cut off ends with its folder. Answers the folder and how to remove it.
 */
export function copyCheckout() {
  const folder = mkdtempSync(join(tmpdir(), 'xueheng-mutants-'))
  cpSync(root, folder, { recursive: true, filter: (path) => path === root || !LEFT_OUT.has(basename(path)) })
  linkPackages('node_modules', folder)
  for (const workspace of WORKSPACES) linkPackages(`${workspace}/node_modules`, folder)
  mkdirSync(join(folder, 'node_modules', OWN))
  for (const name of WORKSPACES) symlinkSync(join(folder, name), join(folder, 'node_modules', OWN, name), 'junction')
  const temporary = join(folder, 'tmp')
  mkdirSync(temporary)
  // The database server runs under an account of its own.
  for (const path of [folder, temporary]) chmodSync(path, 0o755)
  process.env['TMPDIR'] = temporary
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }) }
}

function linkPackages(path, folder) {
  let names = []
  try {
    names = readdirSync(join(root, path)).filter((name) => PACKAGES.test(name) && name !== OWN)
  } catch {
    return
  }
  mkdirSync(join(folder, path))
  for (const name of names) symlinkSync(join(root, path, name), join(folder, path, name), 'junction')
}
