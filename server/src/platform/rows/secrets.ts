import type { AnyEntity } from '@xueheng/contract/kit/domain.ts'
import { flagOfSecret, secretNames } from '@xueheng/contract/kit/field.ts'
import { logOperation } from '../audit/operation-log.ts'
import type { Ctx } from '../ctx.ts'
import { secretPlaces } from '../secret.ts'

type Values = Record<string, unknown>

/** What is sent without the secrets that were not typed: blank, or the stars some clients show for one. */
export function withoutBlankSecrets(entity: AnyEntity, body: Values): Values {
  const blank = secretNames(entity.fields).filter((name) => /^\**$/.test(String(body[name] ?? '').trim()))
  return Object.fromEntries(Object.entries(body).filter(([name]) => !blank.includes(name)))
}

/** Null for each optional secret whose flag is sent as 0. */
export function clearedSecrets(entity: AnyEntity, body: Values): Values {
  const cleared = secretNames(entity.fields).filter((name) => {
    const flag = body[flagOfSecret(name)]
    return !entity.fields[name].required && (flag === 0 || flag === '0' || flag === false)
  })
  return Object.fromEntries(cleared.map((name) => [name, null]))
}

/** Whether each secret that is typed or cleared is set from now on, as answers say it. */
export function secretFlags(entity: AnyEntity, row: Values): Values {
  const given = secretNames(entity.fields).filter((name) => row[name] !== undefined)
  return Object.fromEntries(given.map((name) => [flagOfSecret(name), row[name] ? 1 : 0]))
}

/** The row as it is written: its secrets encrypted for the row `id`. */
export function withEncrypted(entity: AnyEntity, ctx: Ctx, id: string, row: Values): Values {
  const written = { ...row }
  for (const name of secretNames(entity.fields)) {
    const value = written[name]
    if (typeof value === 'string') {
      const [place] = secretPlaces(entity, id, name)
      written[name] = ctx.encrypt(place, value)
    }
  }
  return written
}

/** A line of its own for secrets that were changed: which, never what. */
export async function logSecrets(entity: AnyEntity, ctx: Ctx, id: string, row: Values): Promise<void> {
  const changed = secretNames(entity.fields).filter((name) => row[name] !== undefined)
  if (changed.length === 0) return
  const operation = { entity: entity.name, rowId: id, after: { changed: changed.join() } }
  await logOperation(ctx, `${entity.name}.secret`, `更换${entity.title}的密钥`, operation)
}
