import * as z from 'zod'

const hostAndPort = z
  .string()
  .regex(/^[^\s:/]+:\d{1,5}$/)
  .transform((text) => ({ host: text.slice(0, text.indexOf(':')), port: Number(text.slice(text.indexOf(':') + 1)) }))

const onOff = z.enum(['on', 'off'])

/** Scheme and host, nothing behind. */
const origin = z.url({ protocol: /^https?$/ }).transform((text) => new URL(text).origin)

/** Every setting of the program, with its default; the README lists them. */
export const environment = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('data'),
  DATABASE_URL: z.string().startsWith('postgres').optional(),
  MIGRATE_DATABASE_URL: z.string().startsWith('postgres').optional(),
  DATABASE_READ_URL: z.string().startsWith('postgres').optional(),
  DATABASE_READ_LAG_SECONDS: z.coerce.number().min(1).max(3600).default(10),
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
  DERIVED_GB: z.coerce.number().min(0.1).max(100_000).default(5),
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

export type Environment = z.infer<typeof environment>
