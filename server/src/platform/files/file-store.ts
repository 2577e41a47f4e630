import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../config.ts'
import type { Ctx, Upload } from '../ctx.ts'
import { checkId } from '../rows/read.ts'
import { nextId } from '../db/id.ts'
import { inTransaction } from '../db/pool.ts'
import { AppError } from '../error.ts'
import { lockBytes } from './bytes-lock.ts'
import { contentTypeOf } from './content-type.ts'
import { derivedFiles } from './derived-files.ts'
import type { Files } from './files.ts'
import { type Store, openStore } from './store.ts'
import { sharedFiles } from './shared-files.ts'
import { hashFile } from './hash-file.ts'
import { type StoreRow, type TenantStores, openTenantStore } from './tenant-stores.ts'
import { own } from '../db/table.ts'
import { fileObject } from './tables.ts'

interface FileRow {
  id: string
  name: string
  size: string
  sha256: string
  storeId: string | null
}

/** Files of tenants: a row with name, hash and store in the database, the bytes in the store. */
export function createFiles(config: Config, stores: TenantStores): Files {
  const standing: Store = openStore(config)
  const temp = join(config.dataDir, 'tmp')
  rmSync(temp, { recursive: true, force: true })
  mkdirSync(temp, { recursive: true })

  async function find(ctx: Ctx, fileId: string): Promise<FileRow> {
    const found = await sql<FileRow>`select id, name, size, sha256, store_id from ${own(fileObject)}
        where id = ${checkId(fileId)} and is_deleted = 0`.execute(ctx.db)
    const row = found.rows[0]
    if (!row) throw new AppError('row.notFound')
    return row
  }

  /** A file stays where it was put, whichever store its tenant uses by now. */
  async function storeOf(ctx: Pick<Ctx, 'db'>, { storeId }: Pick<FileRow, 'storeId'>): Promise<Store> {
    return storeId ? openTenantStore(config, await stores.byId(ctx, storeId)) : standing
  }

  /** Where new files of the tenant go: its own store, or the installation's. */
  async function storeOfTenant(ctx: Pick<Ctx, 'db'>, code?: string): Promise<{ store: Store; row?: StoreRow }> {
    const row = code ? await stores.byCode(ctx, code) : await stores.enabled(ctx)
    return row ? { store: openTenantStore(config, row), row } : { store: standing }
  }

  return {
    async keep(ctx, { path, name, store: code }) {
      const size = statSync(path).size
      const [sha256, contentType] = [await hashFile(path), await contentTypeOf(path, name)]
      const { store, row } = await storeOfTenant(ctx, code)
      const id = nextId()
      await inTransaction(ctx.db, async (db) => {
        await lockBytes(db, sha256, 'shared')
        await store.put(sha256, path)
        await sql`insert into ${own(fileObject)} (id, tenant_id, name, content_type, size, sha256, store_id, create_user)
          values (${id}, ${ctx.user.tenantId}, ${name}, ${contentType}, ${size}, ${sha256}, ${row?.id ?? null}, ${ctx.user.id})`.execute(
          db,
        )
      })
      return { fileId: id, path: await store.local(sha256), name, size, sha256 }
    },
    async localPath(ctx, fileId): Promise<Upload> {
      const row = await find(ctx, fileId)
      const store = await storeOf(ctx, row)
      return { fileId, path: await store.local(row.sha256), name: row.name, size: Number(row.size), sha256: row.sha256 }
    },
    async read(ctx, fileId) {
      const row = await find(ctx, fileId)
      const store = await storeOf(ctx, row)
      return { name: row.name, size: Number(row.size), stream: await store.read(row.sha256) }
    },
    ...sharedFiles({ temp, storeOf, storeOfTenant }),
    ...derivedFiles({
      folder: join(config.dataDir, 'derived'),
      room: config.derivedRoom,
      tempPath: () => join(temp, `${randomUUID()}.parquet`),
    }),
    tempPath: (extension) => join(temp, `${randomUUID()}.${extension}`),
    packageFolder: (tenantId, examId) => join(config.dataDir, 'packages', tenantId, examId),
    facesFolder: () => join(config.dataDir, 'faces'),
  }
}
