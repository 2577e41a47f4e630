import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { access, copyFile, mkdir, rename, rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import { dirname, join } from 'node:path'
import { AwsClient } from 'aws4fetch'
import { readFile } from 'node:fs/promises'
import type { Config } from '../config.ts'
import type { Reach } from '../net/address.ts'
import { AppError } from '../error.ts'
import { isWhole, keepWithin } from './copies.ts'
import { hashFile } from './hash-file.ts'
import { callOut } from '../net/outbound.ts'

/** Contents by their hash: the same bytes are kept once. */
export interface Store {
  /** Whether other machines read the same contents. */
  readonly isShared: boolean
  put(hash: string, path: string): Promise<void>
  read(hash: string): Promise<Readable>
  /** A local file with the contents. */
  local(hash: string): Promise<string>
  remove(hash: string): Promise<void>
}

export interface S3Settings {
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
  /** The bucket stands in front of the host instead of in the path. */
  isHostStyle?: boolean
  /** In front of every key. */
  prefix?: string
}

/** Contents are large, lines of a house slow; but no request waits for ever. */
const TIMEOUT_MS = 600_000
const FIRST_WAIT_MS = 100
const LAST_WAIT_MS = 500

export function openStore(config: Config): Store {
  const folder = join(config.dataDir, 'files')
  // Where the operator keeps the files is named in the environment: a machine of the house may stand there.
  const reach: Reach = { ...config, isPrivateAllowed: true }
  return config.storage.kind === 's3'
    ? new S3Store(config.storage, folder, reach, config.copyRoom)
    : new LocalStore(folder)
}

export class LocalStore implements Store {
  readonly isShared = false

  constructor(private readonly folder: string) {}

  private pathOf(hash: string): string {
    return join(this.folder, hash.slice(0, 2), hash)
  }

  async put(hash: string, path: string): Promise<void> {
    const target = this.pathOf(hash)
    await mkdir(dirname(target), { recursive: true })
    await moveFile(path, target)
  }

  async read(hash: string): Promise<Readable> {
    return createReadStream(await this.local(hash))
  }

  async local(hash: string): Promise<string> {
    const path = this.pathOf(hash)
    if (!(await exists(path))) throw new AppError('file.gone')
    return path
  }

  async remove(hash: string): Promise<void> {
    await rm(this.pathOf(hash), { force: true })
  }
}

/** Any S3-compatible service; local copies are kept for libraries that want a file, as many as have room. */
export class S3Store implements Store {
  readonly isShared = true
  private readonly client: AwsClient
  private readonly base: string

  constructor(
    settings: S3Settings,
    private readonly folder: string,
    private readonly reach: Reach,
    /** Bytes the local copies may take. */
    private readonly room: number,
  ) {
    this.client = new AwsClient({
      accessKeyId: settings.accessKey,
      secretAccessKey: settings.secretKey,
      region: settings.region,
      service: 's3',
    })
    this.base = baseOf(settings)
  }

  async put(hash: string, path: string): Promise<void> {
    // The signature covers the hash, so that the service refuses bytes that changed on the way.
    const headers = { 'x-amz-content-sha256': hash }
    const body = await readFile(path)
    const response = await this.ask(hash, 'PUT', body, headers)
    if (!response.ok) throw refusalOf('refused', hash, response)
    await mkdir(dirname(this.copyOf(hash)), { recursive: true })
    await moveFile(path, this.copyOf(hash))
  }

  /** One signed request; a service that is busy is asked again shortly. */
  private async ask(
    hash: string,
    method: string,
    body?: Buffer,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    for (let wait = FIRST_WAIT_MS; ; wait *= 2) {
      const signed = await this.client.sign(`${this.base}/${hash}`, { method, headers, ...(body && { body }) })
      const sent = { method, headers: Object.fromEntries(signed.headers), ...(body && { body }) }
      const answer = await callOut(signed.url, this.reach, { ...sent, timeoutMs: TIMEOUT_MS }).catch(
        (cause: unknown) => {
          throw cause instanceof AppError ? cause : Object.assign(new AppError('storage.away'), { cause })
        },
      )
      if ((answer.status < 500 && answer.status !== 429) || wait > LAST_WAIT_MS) return answer
      await answer.body?.cancel()
      await setTimeout(wait)
    }
  }

  private copyOf(hash: string): string {
    return join(this.folder, hash.slice(0, 2), hash)
  }

  async read(hash: string): Promise<Readable> {
    const response = await this.ask(hash, 'GET')
    if (response.status === 404) throw new AppError('file.gone')
    if (!response.ok || !response.body) throw refusalOf('has no', hash, response)
    return Readable.fromWeb(response.body)
  }

  async local(hash: string): Promise<string> {
    const path = this.copyOf(hash)
    if (await isWhole(path, hash)) return path
    await mkdir(dirname(path), { recursive: true })
    const arriving = `${path}.${randomUUID()}`
    try {
      await pipeline(await this.read(hash), createWriteStream(arriving))
      if ((await hashFile(arriving)) !== hash) throw damaged(hash)
      await rename(arriving, path)
    } finally {
      await rm(arriving, { force: true })
    }
    await keepWithin(this.folder, this.room)
    return path
  }

  async remove(hash: string): Promise<void> {
    const response = await this.ask(hash, 'DELETE')
    if (!response.ok && response.status !== 404) throw refusalOf('keeps', hash, response)
    await rm(this.copyOf(hash), { force: true })
  }
}

/** The store answers other bytes than it was given. */
function damaged(hash: string): AppError {
  return Object.assign(new AppError('file.gone'), { cause: new Error(`object store damaged ${hash}`) })
}

/** The store does not do what it is asked; why stands behind the refusal, for the log. */
function refusalOf(what: string, hash: string, { status }: Response): AppError {
  const kind = status === 401 || status === 403 ? 'storage.refused' : 'storage.away'
  return Object.assign(new AppError(kind), { cause: new Error(`object store ${what} ${hash}: ${status}`) })
}

function baseOf({ endpoint, bucket, isHostStyle, prefix }: S3Settings): string {
  const url = new URL(endpoint)
  const place = isHostStyle ? `${url.protocol}//${bucket}.${url.host}` : `${url.origin}/${bucket}`
  return prefix ? `${place}/${prefix}` : place
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

async function moveFile(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch {
    await copyFile(from, to)
    await rm(from, { force: true })
  }
}
