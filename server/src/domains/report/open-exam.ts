import { nameAbsentUnits } from './absent-units.ts'
import type { Ctx } from '../../platform/ctx.ts'
import { AppError } from '../../platform/error.ts'
import { type ExamPackage, type ListedExam, findPackage, openPackage, openPackages } from './exam-packages.ts'
import type { Library } from './library.ts'
import { cacheKey, sightOf } from './sight.ts'
import { type UnitParams, type UnitScope, unitScope } from './unit-scope.ts'

/** The units of a package the caller may see, cut by the parameters. */
export async function unitsOf(
  ctx: Ctx,
  library: Library,
  { folder }: ExamPackage,
  given: UnitParams,
): Promise<UnitScope> {
  const sight = await sightOf(ctx)
  const ofType = given.areaType ? await library.packages.areasOfType(ctx, given.areaType) : null
  const key = cacheKey(folder, ctx.scope, sight, given.areaCode, given.schoolCode, given.classCode, ofType)
  const units = await library.scopes.through(key, () =>
    unitScope(ctx.analytics, folder, ctx.scope, given, sight, ofType),
  )
  return units.label ? units : { ...units, label: await nameAbsentUnits(ctx, given, sight) }
}

/** The package of an exam in which units of the caller sat; any other answers like one that does not exist. */
export async function openExam(ctx: Ctx, library: Library, examId: string): Promise<ExamPackage> {
  const source = await openPackage(ctx, library.packages, examId)
  if (await hasPart(ctx, library, source)) return source
  throw new AppError('row.notFound')
}

/** The same, if there is one. */
export async function findExam(ctx: Ctx, library: Library, examId: string): Promise<ExamPackage | undefined> {
  const source = await findPackage(ctx, library.packages, examId)
  return source && (await hasPart(ctx, library, source)) ? source : undefined
}

/** The newest such package: opened one after the other, as each may have to be fetched first. */
export async function newestExam(
  ctx: Ctx,
  library: Library,
  isWanted: (exam: ListedExam) => boolean = () => true,
): Promise<ExamPackage | undefined> {
  for (const one of (await library.packages.listed(ctx)).filter(isWanted)) {
    const found = await findExam(ctx, library, one.examId)
    if (found) return found
  }
  return undefined
}

/** Every such package, the newest exam first. */
export async function openExams(ctx: Ctx, library: Library): Promise<ExamPackage[]> {
  const sources = await openPackages(ctx, library.packages)
  const parts = await Promise.all(sources.map((source) => hasPart(ctx, library, source)))
  return sources.filter((_source, at) => parts[at])
}

/** Means of everyone are told to those who are among them. */
async function hasPart(ctx: Ctx, library: Library, source: ExamPackage): Promise<boolean> {
  const { areaScope } = await unitsOf(ctx, library, source, {})
  return areaScope === null || areaScope.length > 0
}
