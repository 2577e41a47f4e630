import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Ctx } from '../../../platform/ctx.ts'
import { own } from '../../../platform/db/table.ts'
import { AppError } from '../../../platform/error.ts'
import { inTurn } from '../../../platform/in-turn.ts'
import { examPackage } from '../tables.ts'
import { MANIFEST, type BuiltPackage, packagePath } from './build-package.ts'
import { openManifest } from './check-package.ts'
import type { Manifest } from './manifest.ts'

type PackageCtx = Pick<Ctx, 'db' | 'files' | 'user'>

export interface OpenedPackage {
  /** Where its files lie on this machine. */
  folder: string
  manifest: Manifest
}

/** Puts the files of a package where every machine of the installation can read them. */
export async function sharePackage(ctx: PackageCtx, { folder, manifest }: BuiltPackage): Promise<void> {
  await ctx.files.share(
    ctx,
    manifest.files.map(({ name, sha256 }) => ({ path: join(folder, name), sha256 })),
  )
}

/**
 * A version of an exam's package whose files are those of its manifest. Where another machine has built it, or a file here is
 * missing or another one, all of it is fetched from the store. Throws a refusal that names the file where nobody has it.
 */
export async function openVersion(ctx: PackageCtx, examId: string, version: number): Promise<OpenedPackage> {
  const examFolder = ctx.files.packageFolder(ctx.user.tenantId, examId)
  const folder = packagePath(examFolder, version)
  try {
    return { folder, manifest: await openManifest(folder) }
  } catch (damage) {
    if (!(damage instanceof AppError)) throw damage
    await inTurn(folder, async () => {
      // Somebody else may have fetched it in the meantime.
      if (await openManifest(folder).catch(() => undefined)) return
      if (!(await restore(ctx, examFolder, examId, version))) throw damage
    })
    return { folder, manifest: await openManifest(folder) }
  }
}

/** Lays a version down from the store, whole or not at all. Answers whether it is there. */
async function restore(ctx: PackageCtx, examFolder: string, examId: string, version: number): Promise<boolean> {
  const found = await sql<{ manifest: Manifest | null }>`select p.manifest from ${own(examPackage)} p
    where p.exam_id = ${examId} and p.package_version = ${version}`.execute(ctx.db)
  const manifest = found.rows[0]?.manifest
  if (!manifest) return false
  const arriving = ctx.files.tempPath('package')
  await mkdir(arriving, { recursive: true })
  try {
    for (const { name, sha256 } of manifest.files)
      if (!(await ctx.files.fetch(ctx, { path: join(arriving, name), sha256 }))) return false
    await writeFile(join(arriving, MANIFEST), JSON.stringify(manifest, null, 2))
    const folder = packagePath(examFolder, version)
    await mkdir(examFolder, { recursive: true })
    await rm(folder, { recursive: true, force: true })
    await rename(arriving, folder)
    return true
  } finally {
    // Gone when it was placed.
    await rm(arriving, { recursive: true, force: true })
  }
}
