import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readConfig } from '../server/src/platform/config.ts'
import { environment } from '../server/src/platform/environment.ts'

const { load } = createRequire(import.meta.url)('js-yaml') as { load(text: string): unknown }

const root = fileURLToPath(new URL('..', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const defaults = environment.parse({})
/** What Node, OpenTelemetry, the system's loader and clock and the start script read beside the program's own settings. */
const OTHERS = /^(NODE_|OTEL_)|^(MASTER_KEY_FILE|LD_PRELOAD|MALLOC_CONF|TZ)$/
/** Seconds a stop may take before the program ends itself. */
const STOP = Number(/SHUTDOWN_MS = (\d+)_000/.exec(read('server/src/main.ts'))?.[1])

function unknown(names: Iterable<string>): string[] {
  const known = Object.keys(environment.shape)
  return [...new Set(names)].filter((name) => !known.includes(name) && !OTHERS.test(name))
}

function found(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, name = '']) => name)
}

interface Service {
  build?: string
  image?: string
  network_mode?: string
  ports?: string[]
  volumes?: string[]
  environment?: Record<string, string>
  init?: boolean
  shm_size?: string
  stop_grace_period?: string
}

const compose = load(read('deploy/compose.yaml')) as {
  services: Record<string, Service>
  volumes: Record<string, { name?: string }>
}

test.each([
  ['deploy/xueheng.env', /^#?([A-Z][A-Z0-9_]+)=/gm],
  ['deploy/xueheng', /\b([A-Z][A-Z0-9_]+)="/g],
  ['deploy/xueheng.service', /^Environment=([A-Z][A-Z0-9_]+)=/gm],
  ['deploy/Dockerfile', /^ENV ([A-Z][A-Z0-9_]+)=/gm],
])('%s names settings that the program has', (path, pattern) => {
  const names = found(read(path), pattern)
  expect(names.length).toBeGreaterThan(0)
  expect(unknown(names)).toEqual([])
})

test('the documents for operators name settings that the program has, and the table has all of them', () => {
  const documents = readdirSync(`${root}docs/deploy`).filter((name) => name.endsWith('.md'))
  const table = found(read('README.md'), /`([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)(?:=[^`]*)?`/g)
  const named = documents.flatMap((name) => found(read(`docs/deploy/${name}`), /`([A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+)[=`]/g))
  expect(named.length).toBeGreaterThan(10)
  expect(unknown(named)).toEqual([])
  expect(Object.keys(environment.shape).filter((name) => !table.includes(name))).toEqual([])
})

test('the values that the settings of the service offer are ones that the program takes', () => {
  const offered = Object.fromEntries(
    [...read('deploy/xueheng.env').matchAll(/^#?([A-Z][A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
  )
  expect(environment.safeParse(offered).error?.issues ?? []).toEqual([])
})

test('every command of the start script has its file', () => {
  const entries = found(read('deploy/xueheng'), /entry=(\S+) ;;/g)
  expect(entries.length).toBeGreaterThan(3)
  expect(entries.filter((entry) => !existsSync(`${root}server/src/${entry}`))).toEqual([])
})

test('the containers reach volumes and files that are there, and neither lives in the network of the other', () => {
  const { services, volumes } = compose
  for (const { build, network_mode: network, volumes: mounts = [], environment: settings = {} } of Object.values(
    services,
  )) {
    if (build) expect(existsSync(`${root}deploy/${build}/Dockerfile`)).toBe(true)
    // Started anew, the other one would leave it without any.
    expect(network).toBeUndefined()
    const named = mounts.map((mount) => mount.split(':')[0] ?? '').filter((source) => !source.startsWith('.'))
    expect(named.filter((source) => !(source in volumes))).toEqual([])
    if (build) expect(unknown(Object.keys(settings))).toEqual([])
  }
  // A newer archive lies in a folder of another name, and names made of the folder's would be those of empty volumes.
  expect(Object.values(volumes).filter(({ name }) => !name)).toEqual([])
  const data = found(read('deploy/Dockerfile'), /^VOLUME (\S+)$/gm)
  const mounted = services['xueheng']?.volumes?.map((mount) => mount.split(':')[1])
  expect(mounted).toEqual(data)
  expect(read('deploy/Dockerfile')).toContain(`ENV DATA_DIR=${data[0]}`)
})

test('the proxies speak to the port the program listens on, and let in as much as it takes', () => {
  const caddy = read('docs/deploy/Caddyfile')
  const nginx = read('docs/deploy/nginx.conf')
  expect(read('deploy/Dockerfile')).toContain(`EXPOSE ${defaults.PORT}`)
  expect(read('deploy/Dockerfile')).toContain(`http://127.0.0.1:${defaults.PORT}/readyz`)
  expect(read('server/src/platform/http/server.ts') + read('server/src/app.ts')).toContain("'/readyz'")
  expect(found(caddy, /reverse_proxy \{\$PROGRAM:(\S+)\} /g)).toEqual([`127.0.0.1:${defaults.PORT}`])
  expect(compose.services['proxy']?.environment).toEqual({ PROGRAM: `xueheng:${defaults.PORT}` })
  expect(found(nginx, /proxy_pass http:\/\/([^;]+);/g)).toEqual([`127.0.0.1:${defaults.PORT}`])
  expect(found(caddy, /max_size (\d+)MB/g)).toEqual([String(defaults.UPLOAD_LIMIT_MB)])
  expect(found(nginx, /client_max_body_size (\d+)m;/g)).toEqual([String(defaults.UPLOAD_LIMIT_MB)])
})

test('the certificate lies where the proxy of the containers looks for it', () => {
  const mounts = compose.services['proxy']?.volumes?.map((mount) => mount.split(':')) ?? []
  const named = found(read('docs/deploy/Caddyfile'), /(\/tls\/\w+\.pem)/g)
  expect(named.map((path) => basename(path))).toEqual(['cert.pem', 'key.pem'])
  expect(mounts).toContainEqual(['./tls', '/tls', 'ro'])
  expect(mounts).toContainEqual(['./Caddyfile', '/etc/caddy/Caddyfile', 'ro'])
  expect(compose.services['proxy']?.ports).toEqual(['80:80', '443:443'])
})

test('a stop has the time it may take, as a service and as a container', () => {
  expect(STOP).toBeGreaterThan(0)
  const [service] = found(read('deploy/xueheng.service'), /^TimeoutStopSec=(\d+)$/gm)
  expect(Number(service)).toBeGreaterThan(STOP)
  const grace = /^(\d+)s$/.exec(compose.services['xueheng']?.stop_grace_period ?? '')?.[1]
  expect(Number(grace)).toBeGreaterThan(STOP)
})

test('the program in its container answers the proxy alone, and its database can be started again', () => {
  const { ports, environment: settings = {}, init, shm_size: shared } = compose.services['xueheng'] ?? {}
  expect(ports).toBeUndefined()
  const { host, trustProxy, isExposed } = readConfig({ ...settings, DEMO: '0' })
  expect({ host, trustProxy, isExposed }).toEqual({ host: '0.0.0.0', trustProxy: 'uniquelocal', isExposed: true })
  expect({ init, shared }).toEqual({ init: true, shared: '1gb' })
})

test('the image holds the program and nothing that lies beside it', () => {
  const rules = read('deploy/.dockerignore')
    .split('\n')
    .filter((line) => line && !line.startsWith('#'))
  expect(rules[0]).toBe('*')
  expect(rules.slice(1)).toEqual(['!app', '!node', '!VERSION', '!xueheng'])
})

test('a stop of the service is told to the program alone, which may take the port of https', () => {
  const unit = read('deploy/xueheng.service')
  // Told to its database as well, there would be none to hand jobs back to.
  expect(found(unit, /^KillMode=(\S+)$/gm)).toEqual(['mixed'])
  expect(found(unit, /^(?:CapabilityBoundingSet|AmbientCapabilities)=(.*)$/gm)).toEqual([
    'CAP_NET_BIND_SERVICE',
    'CAP_NET_BIND_SERVICE',
  ])
})

test('the web server of the distribution reads what it is given', () => {
  // Debian 12 has nginx 1.22; `http2 on` came with 1.25.
  expect(read('docs/deploy/nginx.conf')).not.toMatch(/^\s*http2 on;/m)
  expect(found(read('docs/deploy/nginx.conf'), /^\s*listen (.*443.*);$/gm)).toEqual([
    '443 ssl http2',
    '[::]:443 ssl http2',
  ])
})
