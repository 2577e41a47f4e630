import { randomUUID } from 'node:crypto'
import { mkdir, rename, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { sql } from 'kysely'
import type { Ctx, SharedFile } from '../ctx.ts'
import { nextId } from '../db/id.ts'
import { inTransaction } from '../db/pool.ts'
import { own } from '../db/table.ts'
import { lockBytes } from './bytes-lock.ts'
import type { Files } from './files.ts'
import { linkOrCopy } from './link-or-copy.ts'
import type { Store } from './store.ts'
import { fileObject } from './tables.ts'
import type { StoreRow } from './tenant-stores.ts'

type Place = Pick<Ctx, 'db' | 'user'>

/** Where new files go; the row of the store where the tenant has one of its own. */
interface Standing {
  store: Store
  row?: StoreRow
}

interface SharedDeps {
  /** Folder of what is on its way. */
  temp: string
  /** Where a file lies. */
  storeOf(ctx: Pick<Ctx, 'db'>, file: { storeId: string | null }): Promise<Store>
  /** Where new files of the tenant go. */
  storeOfTenant(ctx: Pick<Ctx, 'db'>): Promise<Standing>
}

/** Files of the data folder that other machines of the installation read: a row of files stands for the contents, whatever their place. */
export function sharedFiles({ temp, storeOf, storeOfTenant }: SharedDeps): Pick<Files, 'share' | 'fetch'> {
  async function shareOne(ctx: Place, { store, row }: Standing, { path, sha256 }: SharedFile): Promise<void> {
    const known = await findShared(ctx, sha256)
    if (known && (await storeOf(ctx, known)).isShared) return
    const copy = join(temp, randomUUID())
    const { size } = await stat(path)
    await linkOrCopy(path, copy)
    await inTransaction(ctx.db, async (db) => {
      await lockBytes(db, sha256, 'shared')
      await store.put(sha256, copy)
      await sql`insert into ${own(fileObject)} (id, tenant_id, name, content_type, size, sha256, store_id, create_user)
        values (${nextId()}, ${ctx.user.tenantId}, ${basename(path)}, 'application/octet-stream', ${size}, ${sha256},
          ${row?.id ?? null}, ${ctx.user.id})`.execute(db)
    })
  }
  return {
    async share(ctx, files) {
      const standing = await storeOfTenant(ctx)
      if (!standing.store.isShared) return
      for (const file of files) await shareOne(ctx, standing, file)
    },
    async fetch(ctx, { path, sha256 }) {
      const found = await findShared(ctx, sha256)
      const store = found && (await storeOf(ctx, found))
      if (!store?.isShared) return false
      const [copy, arriving] = [await store.local(sha256), `${path}.${randomUUID()}`]
      await mkdir(dirname(path), { recursive: true })
      await linkOrCopy(copy, arriving)
      await rename(arriving, path)
      return true
    },
  }
}

async function findShared(ctx: Pick<Ctx, 'db'>, sha256: string): Promise<{ storeId: string | null } | undefined> {
  const found = await sql<{ storeId: string | null }>`select store_id from ${own(fileObject)}
    where sha256 = ${sha256} and is_deleted = 0 order by id desc limit 1`.execute(ctx.db)
  return found.rows[0]
}
