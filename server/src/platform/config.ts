import { readFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { resolve } from 'node:path'
import { type Environment, environment } from './environment.ts'
import { type Secrets, localSecrets } from './local-secrets.ts'

export interface Config {
  port: number
  host: string
  dataDir: string
  /** Set when an outside database is used; else the embedded one in the data folder. */
  databaseUrl: string | undefined
  /** The owner of the outside database, where the program itself signs in with less. */
  ownerUrl: string | undefined
  /** A replica of the outside database, for calls that only read, and how many seconds behind it may be. */
  replica: { url: string; lagSeconds: number } | undefined
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
  /** Bytes the files computed from packages may take. */
  derivedRoom: number
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

/** Reads and checks the environment, which no other file reads; every fault is named, none is guessed away. */
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
    replica: replicaOf(e),
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
    derivedRoom: e.DERIVED_GB * 1024 ** 3,
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

/** What leaves this machine is encrypted: by the program, or by a proxy that is named. */
function assertEncrypted(e: Environment): void {
  const isProxied = e.TRUST_PROXY !== 'loopback'
  if (!isLoopback(e.HOST) && !e.TLS_CERT && !isProxied) {
    throw new Error('HOST: 对外监听须设置 TLS_CERT 和 TLS_KEY，或由 TRUST_PROXY 指明前面的 https 代理的地址')
  }
  if (Boolean(e.TLS_CERT) !== Boolean(e.TLS_KEY)) throw new Error('TLS_CERT, TLS_KEY: 须同时设置')
  if (e.MIGRATE_DATABASE_URL && !e.DATABASE_URL) throw new Error('MIGRATE_DATABASE_URL: 须同时设置 DATABASE_URL')
  if (e.DATABASE_READ_URL && !e.DATABASE_URL) throw new Error('DATABASE_READ_URL: 须同时设置 DATABASE_URL')
  for (const name of ADDRESSES) assertDatabase(name, e)
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

const ADDRESSES = ['DATABASE_URL', 'MIGRATE_DATABASE_URL', 'DATABASE_READ_URL'] as const

/** A database on another machine is reached over TLS, unless the operator says that the network is the house's own. */
function assertDatabase(name: (typeof ADDRESSES)[number], e: Environment): void {
  const url = e[name] && URL.canParse(e[name]) ? new URL(e[name]) : undefined
  // A host that begins with a slash is the folder of a socket.
  if (!url || /^%2f/i.test(url.hostname) || isLoopback(url.hostname) || e.ALLOW_PRIVATE_ENDPOINTS === '1') return
  if (['require', 'verify-ca', 'verify-full'].includes(url.searchParams.get('sslmode') ?? '')) return
  throw new Error(
    `${name}: 其他机器上的数据库须加密连接（sslmode=verify-full），内网确无此条件时设置 ALLOW_PRIVATE_ENDPOINTS=1`,
  )
}

function replicaOf({ DATABASE_READ_URL: url, DATABASE_READ_LAG_SECONDS: lagSeconds }: Environment): Config['replica'] {
  return url ? { url, lagSeconds } : undefined
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
  'DATABASE_READ_URL',
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

function s3Of(e: Environment): Config['storage'] {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = e
  if (!endpoint || !bucket || !accessKey || !secretKey) {
    throw new Error('STORAGE=s3: 需要 S3_ENDPOINT、S3_BUCKET、S3_ACCESS_KEY、S3_SECRET_KEY')
  }
  return { kind: 's3', endpoint, bucket, region: e.S3_REGION, accessKey, secretKey }
}
