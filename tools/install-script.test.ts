import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

const deploy = fileURLToPath(new URL('../deploy/', import.meta.url))
let machine = ''

beforeEach(() => {
  machine = mkdtempSync(join(tmpdir(), 'install-'))
  for (const folder of ['bin', 'etc/systemd/system', 'opt']) mkdirSync(join(machine, folder), { recursive: true })
  for (const name of ['useradd', 'chown']) stand(name, '')
  stand('id', 'echo 0')
  stand('systemctl', `echo "$@" >> ${machine}/asked; [ "$1" != show ] || echo "\${RESTARTS:-0}"`)
  stand('journalctl', 'echo "${SAID:-学衡已启动}"; echo "首个管理员：admin"')
})
afterEach(() => rmSync(machine, { recursive: true, force: true }))

/** A command of the machine that the script is tried on. */
function stand(name: string, does: string): void {
  writeFileSync(join(machine, 'bin', name), `#!/bin/sh\n${does}\n`, { mode: 0o755 })
}

/** An archive as it lies after it was unpacked by somebody whose files nobody else may read, and tried in the foreground. */
function unpack(version: string): string {
  const folder = join(machine, version)
  for (const part of ['app', 'node', 'data', 'tls']) {
    mkdirSync(join(folder, part), { recursive: true, mode: 0o700 })
    writeFileSync(join(folder, part, 'file'), part, { mode: 0o600 })
  }
  for (const name of ['xueheng', 'xueheng.env', 'xueheng.service', 'install.sh']) {
    const text = readFileSync(join(deploy, name), 'utf8').replaceAll(/\/(?=(opt|etc)\/)/g, `${machine}/`)
    writeFileSync(join(folder, name), text, { mode: 0o600 })
  }
  for (const name of ['xueheng', 'install.sh']) chmodSync(join(folder, name), 0o700)
  writeFileSync(join(folder, 'VERSION'), version, { mode: 0o600 })
  return folder
}

function install(folder: string, env: Record<string, string> = {}) {
  const PATH = `${machine}/bin:${process.env['PATH']}`
  return spawnSync('sh', [join(folder, 'install.sh')], { env: { PATH, ...env }, encoding: 'utf8', timeout: 20_000 })
}

const read = (path: string) => readFileSync(join(machine, path), 'utf8')
const modeOf = (path: string) => (statSync(join(machine, path)).mode & 0o777).toString(8)

test('a service is installed for its user to read, without the data of a trial, and says its first administrator', () => {
  const { status, stdout } = install(unpack('1'))
  expect([status, stdout.includes('首个管理员：admin')]).toEqual([0, true])
  expect([modeOf('opt/xueheng/app'), modeOf('opt/xueheng/app/file'), modeOf('opt/xueheng/xueheng')]).toEqual([
    '755',
    '644',
    '755',
  ])
  expect(['data', 'tls'].filter((name) => existsSync(join(machine, 'opt/xueheng', name)))).toEqual([])
  expect(modeOf('etc/xueheng.env')).toBe('600')
  expect(read('asked')).toContain('enable --now xueheng')
})

test('a newer one keeps the settings and the program before, which can be put back', () => {
  install(unpack('1'))
  writeFileSync(join(machine, 'etc/xueheng.env'), 'PORT=8081\n')
  install(unpack('2'))
  expect([read('opt/xueheng/VERSION'), read('opt/xueheng.old/VERSION')]).toEqual(['2', '1'])
  expect(install(join(machine, 'opt/xueheng.old')).status).toBe(0)
  expect([read('opt/xueheng/VERSION'), read('opt/xueheng.old/VERSION')]).toEqual(['1', '2'])
  expect(read('etc/xueheng.env')).toBe('PORT=8081\n')
})

test('an archive that is not whole leaves the running program alone', () => {
  install(unpack('1'))
  const broken = unpack('2')
  rmSync(join(broken, 'node'), { recursive: true })
  writeFileSync(join(machine, 'asked'), '')
  expect(install(broken).status).not.toBe(0)
  expect([read('opt/xueheng/VERSION'), read('asked')]).toEqual(['1', ''])
})

test('a program that ends before it is ready fails the script, which shows why', () => {
  const { status, stderr } = install(unpack('1'), { SAID: '启动失败：PORT', RESTARTS: '1' })
  expect(status).toBe(1)
  expect(stderr).toContain('启动失败：PORT')
})
