import { LOCAL_STORE, oss, ossEnabling, ossTest } from '@xueheng/contract/domains/resource/oss.ts'
import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Config } from '../../platform/config.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { fault, refuse } from '../../platform/error.ts'
import { isStoreUsed } from '../../platform/files/stored-file.ts'
import { openTenantStore } from '../../platform/files/tenant-stores.ts'
import { type EntityHooks, type Implementation, hook, implement } from '../../platform/module.ts'
import type { Reach } from '../../platform/net/address.ts'
import { findOrRefuse } from '../../platform/rows/read.ts'
import { type SettingGuard, aroundSetting, enablingHandlers, switchOff } from './enabling.ts'
import { assertEndpoint } from './endpoint.ts'
import { tenantStores } from './stores.ts'

type StoreConfig = Pick<Config, 'dataDir' | 'masterKey' | 'copyRoom'> & Reach

/** The rules of S3 for the name of a bucket; a folder of that name is safe as well. */
const BUCKET = /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/
/** What decides where a file lies. */
const PLACE = ['category', 'endpoint', 'bucketName', 'isPathStyle'] as const

export function ossHandlers({ config, ...guard }: { config: StoreConfig } & SettingGuard): Implementation[] {
  return [
    ...enablingHandlers(oss, ossEnabling, guard),
    implement(ossTest, async (ctx, { id }) => tryStore(config, ctx, (await findOrRefuse(oss, ctx, id)).id)),
  ]
}

export function ossHooks({ config: reach, ...guard }: { config: Reach } & SettingGuard): EntityHooks<typeof oss> {
  return hook(oss, {
    around: (ctx, _input, work, action) => aroundSetting(oss, ctx, action, guard, () => work(ctx)),
    async beforeSave(ctx, changes, before) {
      const row = { ...before, ...changes }
      if (!BUCKET.test(row.bucketName ?? '')) {
        throw fault('bucketName', '空间名只能是3到63位小写字母、数字和连字符')
      }
      if (row.category !== LOCAL_STORE) {
        if (!row.endpoint) throw fault('endpoint', '请输入服务地址')
        assertEndpoint(row.endpoint, reach)
        if (!row.accessKey) throw fault('accessKey', '请输入AccessKey')
        if (!row.hasSecretKey) throw fault('secretKey', '请输入SecretKey')
      }
      const hasMoved = before && PLACE.some((name) => (before[name] ?? '') !== (row[name] ?? ''))
      if (hasMoved && (await isStoreUsed(ctx, before.id))) throw refuse('该存储中已有文件，不能改变其位置')
    },
    async beforeRemove(ctx, rows) {
      for (const { id } of rows) if (await isStoreUsed(ctx, id)) throw refuse('该存储中还有文件，不能删除')
      await switchOff(oss, ctx, rows)
    },
  })
}

/** Writes a few bytes, reads them back and takes them away again. */
async function tryStore(config: StoreConfig, ctx: Ctx, id: string): Promise<void> {
  const store = openTenantStore(config, await tenantStores(config).byId(ctx, id))
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
