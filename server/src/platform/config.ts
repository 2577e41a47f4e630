import { readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import * as z from 'zod'
import { type Secrets, localSecrets } from './local-secrets.ts'

const hostAndPort = z
  .string()
  .regex(/^[^\s:/]+:\d{1,5}$/)
  .transform((text) => ({ host: text.slice(0, text.indexOf(':')), port: Number(text.slice(text.indexOf(':') + 1)) }))

const onOff = z.enum(['on', 'off'])

/** Scheme and host, nothing behind. */
const origin = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text).origin)

/** Every setting of the program, with its default; the README lists them. No other file reads the environment. */
const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z.string().startsWith('postgres').optional(),
  MIGRATE_DATABASE_URL: z.string().startsWith('postgres').optional(),
  UPGRADE_BACKUP: onOff.default('on'),
  DEMO: z.enum(['0', '1']).optional(),
  CAPTCHA: onOff.default('on'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ROLES: z
    .string()
    .default('web,worker')
    .transform((text) => text.split(',').map((role) => role.trim()))
    .pipe(z.array(z.enum(['web', 'worker'])).min(1)),
  TENANT_ID: z
    .string()
    .regex(/^\d{6}$/)
    .default('097108'),
  ADMIN_ACCOUNT: z
    .string()
    .regex(/^[\w.-]{3,64}$/)
    .optional(),
  ADMIN_PASSWORD: z.string().min(10).optional(),
  OAUTH_CLIENT: z
    .string()
    .regex(/^[^:]+:.{8,}$/)
    .optional(),
  SIGN_IN_KEY: z
    .string()
    .regex(/^[\x20-\x7e]{32}$/)
    .optional(),
  MASTER_KEY: z
    .string()
    .regex(/^[0-9a-f]{64}$/i)
    .optional(),
  STORAGE: z.enum(['local', 's3']).default('local'),
  S3_ENDPOINT: z.url().optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY: z.string().optional(),
  S3_SECRET_KEY: z.string().optional(),
  COPIES_GB: z.coerce.number().min(0.1).max(100_000).default(20),
  DUCKDB_MEMORY: z
    .string()
    .regex(/^\d+(MB|GB)$/)
    .default('2GB'),
  DUCKDB_THREADS: z.coerce.number().int().min(1).max(64).default(2),
  UPLOAD_LIMIT_MB: z.coerce.number().int().min(1).max(2048).default(200),
  TRUST_PROXY: z
    .string()
    .regex(/^[\da-z.:/]+(,[\da-z.:/]+)*$/i)
    .default('loopback'),
  FILES_PER_MINUTE: z.coerce.number().int().min(10).max(1_000_000).default(240),
  TLS_CERT: z.string().optional(),
  TLS_KEY: z.string().optional(),
  OUTBOUND_HOSTS: z
    .string()
    .transform((text) => text.split(',').map((host) => host.trim()))
    .pipe(z.array(z.string().regex(/^(\*\.)?[\da-z.:_-]+$/i)))
    .optional(),
  CLAMD: hostAndPort.optional(),
  LOG_SYSLOG: z
    .string()
    .regex(/^(tcp|tls):\/\/[^/:]+:\d{1,5}$/)
    .optional(),
  WECHAT_API: origin.default('https://api.weixin.qq.com'),
  WECHAT_MP: origin.default('https://mp.weixin.qq.com'),
  WECOM_API: origin.default('https://qyapi.weixin.qq.com'),
  ALLOW_PRIVATE_ENDPOINTS: z.enum(['0', '1']).optional(),
  DRAIN_SECONDS: z.coerce.number().min(0).max(60).default(0),
  DB_POOL: z.coerce.number().int().min(2).max(100).default(12),
})

export interface Config {
  port: number
  host: string
  dataDir: string
  /** Set when an outside database is used; else the embedded one in the data folder. */
  databaseUrl: string | undefined
  /** The owner of the outside database, where the program itself signs in with less. */
  ownerUrl: string | undefined
  isDemo: boolean
  isCaptchaOn: boolean
  logLevel: string
  roles: ('web' | 'worker')[]
  tenantId: string
  /** Of the first administrator; made up when nobody names it, so that strangers cannot know it. */
  adminAccount: string
  adminPassword: string | undefined
  client: { id: string; secret: string }
  signInKey: string
  masterKey: Buffer
  storage:
    | { kind: 'local' }
    | { kind: 's3'; endpoint: string; bucket: string; region: string; accessKey: string; secretKey: string }
  /** Bytes the local copies of what lies in an object store may take. */
  copyRoom: number
  duckdb: { memoryLimit: string; threads: number }
  uploadLimit: number
  /** Machines whose X-Forwarded-* headers count. */
  trustProxy: string
  /** Plain http beyond this machine: a proxy in front has to have received requests encrypted. */
  isExposed: boolean
  /** Certificate and key, when the program speaks https itself. */
  tls: Tls | undefined
  /** Files and uploads of one user. */
  filesPerMinute: number
  /** Addresses typed into forms may lie on this machine or in the house. */
  isPrivateAllowed: boolean
  /** The only hosts the program calls; any without it. */
  outboundHosts: readonly string[] | undefined
  /** Where the messaging platforms answer: theirs, a proxy of the house, a stand-in. */
  platforms: { wechat: string; wechatMp: string; wecom: string }
  /** Where files are looked through for malware before they are kept. */
  clamd: Place | undefined
  /** Where events that concern security are sent as they happen. */
  syslog: (Place & { isEncrypted: boolean }) | undefined
  poolSize: number
  /** How long a process that was told to stop goes on answering, so that a balancer can turn away from it. */
  drainSeconds: number
  /** A backup is made before a new version changes the tables. */
  isUpgradeBackedUp: boolean
}

export interface Place {
  host: string
  port: number
}

export interface Tls {
  cert: Buffer
  key: Buffer
}

/** Reads and checks the environment; every fault is named, none is guessed away. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const parsed = environment.safeParse({ ...env, ...mountedSecrets(env) })
  if (!parsed.success) {
    throw new Error(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n'))
  }
  const e = parsed.data
  const isDemo = e.DEMO ? e.DEMO === '1' : !e.DATABASE_URL
  if (isDemo && !isLoopback(e.HOST)) throw new Error('HOST: 演示模式只允许监听本机回环地址；对外服务请设置 DEMO=0')
  if (e.CAPTCHA === 'off' && !isDemo) throw new Error('CAPTCHA: 只有演示模式可以关闭验证码')
  assertEncrypted(e)
  const dataDir = resolve(e.DATA_DIR)
  const secrets = localSecrets(dataDir)
  return {
    port: e.PORT,
    host: e.HOST,
    dataDir,
    databaseUrl: e.DATABASE_URL,
    ownerUrl: e.MIGRATE_DATABASE_URL,
    isDemo,
    isCaptchaOn: e.CAPTCHA === 'on',
    logLevel: e.LOG_LEVEL,
    roles: e.ROLES,
    tenantId: e.TENANT_ID,
    adminAccount: e.ADMIN_ACCOUNT ?? `admin-${randomBytes(3).toString('hex')}`,
    adminPassword: e.ADMIN_PASSWORD,
    client: clientOf(e.OAUTH_CLIENT, isDemo, secrets),
    signInKey: e.SIGN_IN_KEY ?? secrets.signInKey,
    masterKey: Buffer.from(e.MASTER_KEY ?? secrets.masterKey, 'hex'),
    storage: e.STORAGE === 's3' ? s3Of(e) : { kind: 'local' },
    copyRoom: e.COPIES_GB * 1024 ** 3,
    duckdb: { memoryLimit: e.DUCKDB_MEMORY, threads: e.DUCKDB_THREADS },
    uploadLimit: e.UPLOAD_LIMIT_MB * 1024 * 1024,
    trustProxy: e.TRUST_PROXY,
    isExposed: !isLoopback(e.HOST) && !e.TLS_CERT,
    tls: tlsOf(e),
    filesPerMinute: e.FILES_PER_MINUTE,
    isPrivateAllowed: e.ALLOW_PRIVATE_ENDPOINTS ? e.ALLOW_PRIVATE_ENDPOINTS === '1' : isDemo,
    outboundHosts: e.OUTBOUND_HOSTS,
    platforms: { wechat: e.WECHAT_API, wechatMp: e.WECHAT_MP, wecom: e.WECOM_API },
    clamd: e.CLAMD,
    syslog: syslogOf(e.LOG_SYSLOG),
    poolSize: e.DB_POOL,
    drainSeconds: e.DRAIN_SECONDS,
    isUpgradeBackedUp: e.UPGRADE_BACKUP === 'on',
  }
}

type Environment = z.infer<typeof environment>

/** What leaves this machine is encrypted: by the program, or by a proxy that is named. */
function assertEncrypted(e: Environment): void {
  const isProxied = e.TRUST_PROXY !== 'loopback'
  if (!isLoopback(e.HOST) && !e.TLS_CERT && !isProxied) {
    throw new Error('HOST: 对外监听须设置 TLS_CERT 和 TLS_KEY，或由 TRUST_PROXY 指明前面的 https 代理的地址')
  }
  if (Boolean(e.TLS_CERT) !== Boolean(e.TLS_KEY)) throw new Error('TLS_CERT, TLS_KEY: 须同时设置')
  if (e.MIGRATE_DATABASE_URL && !e.DATABASE_URL) throw new Error('MIGRATE_DATABASE_URL: 须同时设置 DATABASE_URL')
  for (const name of ['DATABASE_URL', 'MIGRATE_DATABASE_URL'] as const) assertDatabase(name, e)
  assertServices(e)
}

/** Services that are spoken to in plain stand on this machine, unless the operator answers for the network. */
function assertServices(e: Environment): void {
  if (e.ALLOW_PRIVATE_ENDPOINTS === '1') return
  const plain = {
    CLAMD: e.CLAMD?.host,
    LOG_SYSLOG: e.LOG_SYSLOG?.startsWith('tcp:') ? new URL(e.LOG_SYSLOG).hostname : undefined,
    S3_ENDPOINT: e.S3_ENDPOINT?.startsWith('http:') ? new URL(e.S3_ENDPOINT).hostname : undefined,
    WECHAT_API: plainHost(e.WECHAT_API),
    WECHAT_MP: plainHost(e.WECHAT_MP),
    WECOM_API: plainHost(e.WECOM_API),
  }
  for (const [name, host] of Object.entries(plain)) {
    if (host && !isLoopback(host)) {
      throw new Error(`${name}: 不加密的连接只能到本机，内网确需如此时设置 ALLOW_PRIVATE_ENDPOINTS=1`)
    }
  }
}

function plainHost(origin: string): string | undefined {
  return origin.startsWith('http:') ? new URL(origin).hostname : undefined
}

/** A database on another machine is reached over TLS, unless the operator says that the network is the house's own. */
function assertDatabase(name: 'DATABASE_URL' | 'MIGRATE_DATABASE_URL', e: Environment): void {
  const url = e[name] && URL.canParse(e[name]) ? new URL(e[name]) : undefined
  // A host that begins with a slash is the folder of a socket.
  if (!url || /^%2f/i.test(url.hostname) || isLoopback(url.hostname) || e.ALLOW_PRIVATE_ENDPOINTS === '1') return
  if (['require', 'verify-ca', 'verify-full'].includes(url.searchParams.get('sslmode') ?? '')) return
  throw new Error(
    `${name}: 其他机器上的数据库须加密连接（sslmode=verify-full），内网确无此条件时设置 ALLOW_PRIVATE_ENDPOINTS=1`,
  )
}

function tlsOf({ TLS_CERT: cert, TLS_KEY: key }: Environment): Tls | undefined {
  return cert && key ? { cert: readFileSync(cert), key: readFileSync(key) } : undefined
}

function syslogOf(address: string | undefined): Config['syslog'] {
  if (!address) return undefined
  const { protocol, hostname: host, port } = new URL(address)
  return { host, port: Number(port), isEncrypted: protocol === 'tls:' }
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(host)
}

/** Secrets a vault or the service manager hands over as files: `MASTER_KEY_FILE` in place of `MASTER_KEY`. */
const SECRETS = [
  'DATABASE_URL',
  'MIGRATE_DATABASE_URL',
  'ADMIN_PASSWORD',
  'OAUTH_CLIENT',
  'SIGN_IN_KEY',
  'MASTER_KEY',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
]

function mountedSecrets(env: Record<string, string | undefined>): Record<string, string> {
  const given = SECRETS.flatMap((name) => {
    const path = env[`${name}_FILE`]
    return path ? [[name, readFileSync(path, 'utf8').trim()] as const] : []
  })
  return Object.fromEntries(given)
}

/** The well-known client of the API family exists in demo mode only. */
function clientOf(given: string | undefined, isDemo: boolean, secrets: Secrets): Config['client'] {
  if (given) {
    const at = given.indexOf(':')
    return { id: given.slice(0, at), secret: given.slice(at + 1) }
  }
  return isDemo ? { id: 'saber', secret: 'saber_secret' } : { id: 'xueheng', secret: secrets.clientSecret }
}

function s3Of(e: z.infer<typeof environment>): Config['storage'] {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = e
  if (!endpoint || !bucket || !accessKey || !secretKey) {
    throw new Error('STORAGE=s3: 需要 S3_ENDPOINT、S3_BUCKET、S3_ACCESS_KEY、S3_SECRET_KEY')
  }
  return { kind: 's3', endpoint, bucket, region: e.S3_REGION, accessKey, secretKey }
}
