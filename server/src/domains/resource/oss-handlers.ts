import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { LOCAL_STORE, oss, ossConfig, ossTest } from '@xueheng/contract/domains/resource/oss.ts'
import type { Config } from '../../platform/config.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError, refuse } from '../../platform/error.ts'
import { openTenantStore } from '../../platform/files/tenant-stores.ts'
import { isStoreUsed } from '../../platform/files/stored-file.ts'
import { tenantStores } from './stores.ts'
import type { Reach } from '../../platform/net/address.ts'
import { type Implementation, implement } from '../../platform/module.ts'
import { type ConfigRow, configHandlers, findOrRefuse } from './config-rows.ts'
import { assertEndpoint } from './endpoint.ts'

type StoreConfig = Pick<Config, 'dataDir' | 'masterKey'> & Reach

/** The rules of S3 for the name of a bucket; a folder of that name is safe as well. */
const BUCKET = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/
/** What decides where a file lies. */
const PLACE = ['category', 'endpoint', 'bucketName', 'isPathStyle']

export function ossHandlers({ config }: { config: StoreConfig }): Implementation[] {
  const rules = {
    masterKey: config.masterKey,
    codeField: 'ossCode',
    check: (ctx: Ctx, row: ConfigRow, before: ConfigRow | undefined) => check(config, ctx, row, before),
    beforeRemove,
  }
  return [
    ...configHandlers(oss, ossConfig, rules),
    implement(ossTest, async (ctx, { id }) => tryStore(config, ctx, (await findOrRefuse(oss, ctx, id)).id)),
  ]
}

async function check(reach: Reach, ctx: Ctx, row: ConfigRow, before: ConfigRow | undefined): Promise<void> {
  if (!BUCKET.test(String(row['bucketName']))) throw missing('bucketName', '空间名只能是3到63位小写字母、数字和连字符')
  if (row['category'] !== LOCAL_STORE) {
    if (!row['endpoint']) throw missing('endpoint', '请输入服务地址')
    assertEndpoint(String(row['endpoint']), reach)
    if (!row['accessKey']) throw missing('accessKey', '请输入AccessKey')
    if (!row['secretKey']) throw missing('secretKey', '请输入SecretKey')
  }
  const hasMoved = before && PLACE.some((name) => (before[name] ?? '') !== (row[name] ?? ''))
  if (hasMoved && (await isStoreUsed(ctx, row.id))) throw refuse('该存储中已有文件，不能改变其位置')
}

function missing(field: string, message: string): AppError {
  return new AppError('request.invalid', { message }, [{ field, message }])
}

async function beforeRemove(ctx: Ctx, row: ConfigRow): Promise<void> {
  if (await isStoreUsed(ctx, row.id)) throw refuse('该存储中还有文件，不能删除')
}

/** Writes a few bytes, reads them back and takes them away again. */
async function tryStore(config: StoreConfig, ctx: Ctx, id: string): Promise<void> {
  const store = openTenantStore(config, await tenantStores.byId(ctx, id))
  const text = `connection test ${ctx.now.toISOString()} ${id}`
  const hash = createHash('sha256').update(text).digest('hex')
  const path = ctx.files.tempPath('txt')
  await writeFile(path, text)
  try {
    await store.put(hash, path)
    const chunks: Buffer[] = []
    for await (const chunk of await store.read(hash)) chunks.push(chunk as Buffer)
    if (Buffer.concat(chunks).toString() !== text) throw new Error('other bytes came back')
    await store.remove(hash)
  } catch (error) {
    ctx.log.warn({ err: error, store: id }, 'object store test failed')
    throw refuse('对象存储连接失败，请检查地址、空间名和密钥')
  }
}
