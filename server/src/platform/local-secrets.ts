import { randomBytes } from 'node:crypto'
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'

/** Keys nobody configured, made once and kept in the data folder. */
export interface Secrets {
  /** 32 hex digits. */
  signInKey: string
  /** 64 hex digits. */
  masterKey: string
  clientSecret: string
}

/**
 * The keys of a data folder, made when there is none yet. Throws when they are damaged, or missing beside a database:
 * new ones would make everything that is encrypted unreadable for ever.
 */
export function localSecrets(dataDir: string): Secrets {
  mkdirSync(dataDir, { recursive: true })
  const path = join(dataDir, 'secrets.json')
  if (existsSync(path)) return readSecrets(path)
  if (existsSync(join(dataDir, 'pg', 'PG_VERSION'))) throw unreadable(path, '文件不存在')
  const made = {
    signInKey: randomBytes(16).toString('hex'),
    masterKey: randomBytes(32).toString('hex'),
    clientSecret: randomBytes(18).toString('base64url'),
  }
  writeSecrets(path, made)
  return made
}

/** Keeps another master key in the data folder, where the present one comes from there; answers whether it does. */
export function replaceMasterKey(dataDir: string, present: Buffer, hex: string): boolean {
  const secrets = localSecrets(dataDir)
  if (secrets.masterKey !== present.toString('hex')) return false
  writeSecrets(join(dataDir, 'secrets.json'), { ...secrets, masterKey: hex.toLowerCase() })
  return true
}

function readSecrets(path: string): Secrets {
  let found: Partial<Secrets> | null
  try {
    found = JSON.parse(readFileSync(path, 'utf8')) as Partial<Secrets> | null
  } catch {
    throw unreadable(path, '内容已损坏')
  }
  const { signInKey = '', masterKey = '', clientSecret = '' } = found ?? {}
  const isWhole = /^[0-9a-f]{32}$/.test(signInKey) && /^[0-9a-f]{64}$/.test(masterKey) && clientSecret !== ''
  if (!isWhole) throw unreadable(path, '内容不完整')
  return { signInKey, masterKey, clientSecret }
}

function unreadable(path: string, reason: string): Error {
  return new Error(
    `密钥文件 ${path} ${reason}。其中的主密钥用于加密数据库中的密码和日志链，不能重新生成：` +
      '请从备份恢复该文件，或用 MASTER_KEY、SIGN_IN_KEY 环境变量给出原来的密钥后删除它再启动',
  )
}

/** Whole or not at all: a new file takes the place of the old one once its bytes are on the disk. */
function writeSecrets(path: string, secrets: Secrets): void {
  const file = openSync(`${path}.new`, 'w', 0o600)
  try {
    writeSync(file, JSON.stringify(secrets))
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(`${path}.new`, path)
}
